import FoundationEssentials
import Testing

@testable import EventStore

/// Restored copies of a database.
@Suite struct RestoredCopyTests {
    /// Runs a store for so many further events and shuts it down cleanly.
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

    /// The write-ahead log of a later run does not belong to the copy.
    @Test func writeAheadLogOfALaterRunIsNotAppliedToACopy() async throws {
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
        // The numbers after the copy belonged to other events.
        #expect(restored?.isCopy == true)
        #expect(restored?.bounds.epoch != then.epoch)
        #expect(try await store.append(event()) == 11...11)
        try await store.close()
        let (again, found) = try scratch.open()
        #expect(found?.isCopy == false)
        #expect(found?.bounds.epoch == restored?.bounds.epoch)
        try await again.close()
    }

    /// Also when the log was restored together with it.
    @Test func copyIsRecognizedByItsFile() async throws {
        let scratch = try Scratch()
        let files = FileManager.default
        let database = scratch.directory + "/events.db"
        let then = try await run(10, in: scratch)
        let generation = DatabaseFile.generation(of: database)
        try files.moveItem(atPath: database, toPath: database + ".moved")
        try files.moveItem(atPath: database + ".moved", toPath: database)
        let moved = try await run(0, in: scratch)
        #expect(moved == then)
        let copy = try Data(contentsOf: file("events.db", in: scratch))
        try files.removeItem(atPath: database)
        try copy.write(to: file("events.db", in: scratch))
        let isKnown = generation != DatabaseFile.generation(of: database)
        let (store, restored) = try scratch.open()
        #expect(restored?.isCopy == isKnown)
        #expect((restored?.bounds.epoch != then.epoch) == isKnown)
        #expect(restored?.bounds.head == then.head)
        try await store.close()
    }

    /// The seal of a deleted database says nothing about the next one.
    @Test func newDatabaseIsNotMistakenForACopy() async throws {
        let scratch = try Scratch()
        let then = try await run(10, in: scratch)
        try FileManager.default.removeItem(at: file("events.db", in: scratch))
        let (store, restored) = try scratch.open()
        #expect(restored?.isCopy == false)
        #expect(restored?.bounds.head == 0)
        #expect(restored?.bounds.epoch != then.epoch)
        try await store.close()
    }

    /// The blocks of the log are the reserve for a full disk.
    @Test func writeAheadLogKeepsItsLengthAfterACleanShutdown() async throws {
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
