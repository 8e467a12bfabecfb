import EventStore
import FoundationEssentials
import Synchronization
import Testing

@Suite struct ReserveTests {
    @Test func aLogLargerThanOneValueMayBeIsReserved() async throws {
        let scratch = try Scratch()
        let small = try scratch.open()
        _ = try await small.store.append(event(), event())
        try await small.store.close()

        let large = try scratch.open(limits: StoreLimits(rows: 1_000, bytes: 1_000_000_001))
        try #require(large.restored?.bounds == small.store.bounds)
        #expect(scratch.announced == [])
        #expect(try await large.store.append(event()) == 3...3)
        try await large.store.close()
        #expect(try scratch.files() == ["events.db", "events.db-wal"])
    }

    /// A disk that returns nonsense must not push out the copy of the log that once worked.
    @Test func aSuccessorThatNeverWorkedTakesNoCopysPlace() async throws {
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
            return event("storage.reset")
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
