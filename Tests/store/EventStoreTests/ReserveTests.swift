import FoundationEssentials
import Geofencing
import Synchronization
import Testing

@testable import EventStore

@Suite struct ReserveTests {
    /// SQLite allows values below 1,000,000,000 bytes; the largest logs are four times as large.
    @Test(arguments: [1, 1 << 20, 954 << 20, 4096 << 20]) func rowsOfTheReserveAreAccepted(
        bytes: Int
    ) {
        let rows = EventDatabase.reservedRows(of: bytes)
        #expect(rows.allSatisfy { (1..<1_000_000_000).contains($0) })
        #expect(rows.reduce(0, +) == bytes)
    }

    /// Also for a full database that was restored without its write-ahead log.
    @Test func missingWriteAheadLogIsReservedAgain() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        let path = scratch.directory + "/events.db"
        let reserve = try #require(DatabaseFile.size(path + "-wal"))
        for _ in 0..<20 {
            _ = try await store.append(
                EventBatch(events: (0..<10).map { _ in event(size: 10_000) }))
        }
        try await store.close()
        let size = DatabaseFile.size(path)
        try FileManager.default.removeItem(atPath: path + "-wal")
        let again = try scratch.open().store
        #expect(try #require(DatabaseFile.size(path + "-wal")) > reserve * 9 / 10)
        #expect(try await again.append(event()) == 201...201)
        try await again.close()
        #expect(DatabaseFile.size(path) == size)
        #expect(scratch.announced == [])
    }

    /// What an empty log reserves does not grow with its limit, and grows with what it holds.
    @Test func reserveIsInProportion() async throws {
        let scratch = try Scratch()
        let store = try scratch.open(limits: StoreLimits()).store
        let path = scratch.directory + "/events.db"
        func size() throws -> Int64 {
            try #require(DatabaseFile.size(path)) + #require(DatabaseFile.size(path + "-wal"))
        }
        let empty = try size()
        #expect((6_000_000...8_000_000).contains(empty))
        for _ in 0..<24 {
            _ = try await store.append(
                EventBatch(events: (0..<20).map { _ in event(size: 10_000) }))
        }
        try await store.close()
        try await scratch.open(limits: StoreLimits()).store.close()
        #expect(try size() > empty + 2_000_000)
        #expect(scratch.announced == [])
    }

    /// The next start reserves the space of runtime fences, so that events keep theirs.
    @Test func spaceForRuntimeFencesIsReserved() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        let path = scratch.directory + "/events.db"
        let logged = DatabaseFile.size(path + "-wal")
        for number in 0..<16 {
            let text = String(repeating: " ", count: 100_000)
            let fence = RuntimeFence(set: FenceSetName("f"), id: "\(number)", geoJSON: text)
            _ = try await store.change(.put(fence))
        }
        try await store.close()
        try await scratch.open().store.close()
        #expect(try #require(DatabaseFile.size(path)) > 2 << 20 + 1_600_000)
        #expect(try #require(DatabaseFile.size(path + "-wal")) >= #require(logged))
        #expect(scratch.announced == [])
    }

    /// A disk that returns nonsense must not push out the copy of a log that once worked.
    @Test func failedSuccessorDoesNotReplaceACopy() async throws {
        let scratch = try Scratch()
        let damaged = Data("damaged, but dear".utf8)
        let url = URL(filePath: scratch.directory + "/events.db")
        try damaged.write(to: url)
        let attempts = Mutex(0)
        let options = StoreOptions(directory: scratch.directory, bootID: "b") { _ in
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            if attempt < 4 { try? Data("nonsense".utf8).write(to: url) }
            return event("storage-reset")
        }
        let store = try EventStore.open(options).store
        #expect(try await store.append(event()) == 2...2)
        try await store.close()
        let copies = try scratch.files().filter { $0.contains("aside") }
        #expect(copies == ["events.db.aside-1"])
        #expect(
            try Data(contentsOf: URL(filePath: scratch.directory + "/events.db.aside-1")) == damaged
        )
    }
}
