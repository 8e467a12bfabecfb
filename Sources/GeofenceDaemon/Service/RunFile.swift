import Glibc
import SystemServices

/// The file of a `RunRecord`, beside the event log. It waits for the disk: never on the loop.
struct RunFile: Sendable {
    private let path: String

    /// The file in that directory.
    init(in stateDirectory: String) {
        path = stateDirectory + "/run"
    }

    /// Bytes of a record.
    private static let maximum = 1024

    /// Notes that a run begins; returns its record.
    ///
    /// A run whose record cannot be written trusts nothing but equal digests: its crash will not be counted.
    func begin() -> RunRecord {
        var record = RunRecord(
            after: trace, boot: BootIdentity.current() ?? "unknown",
            now_ns: Clocks.bootNanoseconds())
        if !write(record), record.trust != .nothing { record.trust = .digests }
        return record
    }

    /// Notes that the run came so far that it can be used.
    func noteReady() {
        guard case .record(var record) = trace else { return }
        record.isReady = true
        _ = write(record)
    }

    /// Notes a clean shutdown.
    func end() { _ = unsafe unlink(path) }

    private var trace: RunRecord.Trace {
        do throws(SystemError) {
            let bytes = try TextFile.bytes(path, limit: Self.maximum)
            return RunRecord(String(decoding: bytes, as: UTF8.self)).map { .record($0) }
                ?? .unreadable
        } catch {
            return error.code == ENOENT ? .none : .unreadable
        }
    }

    private func write(_ record: RunRecord) -> Bool {
        do {
            // What a power cut takes of it, it takes of the run before as well.
            try NewFile.write(path, isDurable: false, Array(record.text.utf8))
            return true
        } catch {
            return false
        }
    }
}
