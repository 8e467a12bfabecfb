import EventStore
import FoundationEssentials
import Testing

/// Copies of a database that are put back.
@Suite struct CopyTests {
    /// A store with so many further events, ended in order.
    private func run(_ count: Int, in scratch: Scratch) async throws -> EventBounds {
        let store = try scratch.open().store
        _ = try await store.append(EventBatch(events: (0..<count).map { _ in event() }))
        try await store.close()
        return try #require(store.bounds)
    }

    private func file(_ name: String, in scratch: Scratch) -> URL {
        URL(filePath: scratch.directory + "/" + name)
    }

    private func length(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path())[.size] as? Int
    }

    /// What a later run left in the write-ahead log is of another history.
    @Test func theLogOfALaterRunDoesNotContinueACopy() async throws {
        let scratch = try Scratch()
        let database = file("events.db", in: scratch)
        let then = try await run(10, in: scratch)
        let copy = try Data(contentsOf: database)
        _ = try await run(10, in: scratch)
        try copy.write(to: database)
        let (store, restored) = try scratch.open()
        #expect(restored?.wasClean == true)
        #expect(restored?.reset == nil)
        #expect(restored?.bounds.head == then.head)
        #expect(try await store.append(event()) == 11...11)
        try await store.close()
    }

    /// The blocks of the log are the reserve for a full disk.
    @Test func theLogKeepsItsLengthOverAnOrderlyEnd() async throws {
        let scratch = try Scratch()
        let log = file("events.db-wal", in: scratch)
        let store = try scratch.open().store
        let reserve = try length(log)
        try await store.close()
        #expect(try length(log) == reserve)
        let again = try scratch.open().store
        #expect(try await again.append(event()) == 1...1)
        #expect(try length(log) == reserve)
        try await again.close()
    }
}
