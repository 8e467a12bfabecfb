import Glibc
import SystemServices

/// The file of a `RunRecord`, beside the event log. Blocks on the disk: never use it on the loop.
struct RunFile: Sendable {
    private let path: String

    /// Creates a reference to the file in that directory.
    init(in stateDirectory: String) {
        path = stateDirectory + "/run"
    }

    /// The maximum bytes of a record.
    private static let maximum = 1024

    /// Notes that a run begins; returns its record.
    ///
    /// A run whose record cannot be written trusts at most equal digests: its crash will not be counted.
    func begin() -> RunRecord {
        var record = RunRecord(
            after: trace, boot: BootIdentity.current() ?? "unknown",
            now_ns: Clocks.bootNanoseconds())
        if !write(record), record.trust != .nothing { record.trust = .digests }
        return record
    }

    /// Notes that the start of the run is complete.
    func noteReady() {
        guard case .record(var record) = trace else { return }
        record.isReady = true
        _ = write(record)
    }

    /// Notes a clean shutdown by removing the file.
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
            // Not synced: only a power cut can lose the record, and then that of the previous run, too.
            try NewFile.write(path, isDurable: false, Array(record.text.utf8))
            return true
        } catch {
            return false
        }
    }
}
