import CSQLite
import Geofencing
import Synchronization
import Testing

@testable import EventStore

/// The last rounds of a store.
@Suite struct ShutdownTests {
    /// A query that fails on a disk error must not give up the writes that wait after it.
    @Test(arguments: [SQLITE_FULL, SQLITE_NOMEM, SQLITE_IOERR])
    func failedQueryDoesNotDropWaitingWrites(code: Int32) async throws {
        let scratch = try Scratch()
        let store = try scratch.open(limits: StoreLimits(rows: 10_000, bytes: 16 << 20)).store
        let count = StoreLimits.eventsPerCommit * 3
        let ended: Result<Void, StorageFailure> = await withCheckedContinuation { continuation in
            store.ask(
                Query { _ throws(SQLiteError) in
                    for _ in 0..<count { store.append(EventBatch(events: [event()])) { _ in } }
                    store.ask(failing(code))
                    store.close(saving: nil) { continuation.resume(returning: $0) }
                    return nil
                } fail: { _ in
                })
        }
        #expect(throws: Never.self) { try ended.get() }
        let again = try scratch.open()
        #expect(again.restored?.bounds.head == Seq(count))
        try await again.store.close()
    }

    private func failing(_ code: Int32) -> Query {
        Query { _ throws(SQLiteError) in
            throw SQLiteError(code: code, systemError: 0, message: "refused")
        } fail: { _ in
        }
    }
}
