internal import Glibc
internal import Suggestions
internal import SystemServices

/// The started runs of hooks that run at most once. A run is on the disk before it starts.
final class StartedRuns {
    /// How many runs the file keeps: many more than events that can be unacknowledged.
    private static let maximum = 8192

    private let path: String
    private var lines: [String] = []
    private var known: Set<String> = []
    private var descriptor: Int32 = -1

    /// Reads the runs that earlier processes started.
    init(directory: String) {
        path = directory + "/started"
        let text = (try? TextFile.bytes(path, limit: 16 << 20)) ?? []
        // A power cut leaves a part of a last line, whose run did not start.
        let whole = text.lastIndex(of: UInt8(ascii: "\n")).map { text[...$0] } ?? []
        lines = String(decoding: whole, as: UTF8.self).split(separator: "\n").map(String.init)
        known = Set(lines)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The result of `begin`.
    enum Outcome: Equatable {
        case begun
        case wasBegunBefore
        case failed(String)
    }

    /// Makes the start of a run durable.
    func begin(_ event: String, _ hook: String) -> Outcome {
        let line = "\(event) \(hook.withoutControls())"
        guard !known.contains(line) else { return .wasBegunBefore }
        if descriptor < 0 || lines.count >= 2 * Self.maximum, let reason = rewrite() {
            return .failed(reason)
        }
        guard append(line) else { return .failed(Self.reason(path)) }
        lines.append(line)
        known.insert(line)
        return .begun
    }

    private func rewrite() -> String? {
        if descriptor >= 0 { close(descriptor) }
        lines = Array(lines.suffix(Self.maximum))
        known = Set(lines)
        descriptor = -1
        do {
            try NewFile.write(path, Self.bytes(lines))
        } catch {
            return "\(error)"
        }
        descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        return descriptor < 0 ? Self.reason(path) : nil
    }

    private func append(_ line: String) -> Bool {
        let bytes = Self.bytes([line])
        let count = unsafe write(descriptor, bytes, bytes.count)
        return count == bytes.count && fdatasync(descriptor) == 0
    }

    private static func bytes(_ lines: [String]) -> [UInt8] {
        Array(lines.map { $0 + "\n" }.joined().utf8)
    }

    private static func reason(_ path: String) -> String {
        "\(path): \(unsafe String(cString: strerror(errno)))"
    }
}
