import EventStore
import FoundationEssentials

@testable import GeofenceDaemon

extension EventLog {
    /// Opens a log in a temporary directory, closes it after the test and removes the directory.
    static func withTemporary(_ test: @Loop (EventLog) async throws -> Void) async throws {
        let directory = "/tmp/event-log-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let log = try EventLog.open(directory: directory, bootID: "none").log
        try await test(log)
        await withCheckedContinuation { done in log.store.close(saving: nil) { _ in done.resume() }
        }
    }
}
