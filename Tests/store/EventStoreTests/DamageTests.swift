import EventStore
import FoundationEssentials
import Testing

@Suite struct DamageTests {
    /// A store with events, shut down cleanly.
    @discardableResult
    private func filled(_ scratch: Scratch) async throws -> EventBounds {
        let store = try scratch.open().store
        _ = try await store.append(EventBatch(events: (0..<10).map { _ in event() }))
        try await store.close()
        return try #require(store.bounds)
    }

    private func write(_ bytes: [UInt8], to name: String, in scratch: Scratch) throws {
        try Data(bytes).write(to: URL(filePath: scratch.directory + "/" + name))
    }

    @Test func damagedDatabaseIsMovedAsideAndReported() async throws {
        let scratch = try Scratch()
        let bounds = try await filled(scratch)
        try write(Array("not a database, but long enough".utf8), to: "events.db", in: scratch)
        let (store, restored) = try scratch.open()
        let reset = try #require(restored?.reset)
        #expect(reset.failure.kind == .corrupt)
        #expect(reset.epoch == restored?.bounds.epoch)
        #expect(reset.epoch != bounds.epoch)
        #expect(reset.movedTo == scratch.directory + "/events.db.aside-1")
        #expect(scratch.announced == [.reset(reset), .healthy])
        #expect(try await store.append(event()) == 2...2)
        let page = try await store.page(after: LogCursor(epoch: reset.epoch, seq: 0))
        #expect(page.events.map(\.event.type) == ["storage-reset", "entered"])
        try await store.close()
    }

    @Test func onlyTheLastTwoDamagedDatabasesAreKept() async throws {
        let scratch = try Scratch()
        for number in 1...3 {
            try await filled(scratch)
            try write(Array("damage \(number)".utf8), to: "events.db", in: scratch)
        }
        try await scratch.open().store.close()
        let files = try scratch.files().filter { !$0.hasSuffix("-wal") }
        #expect(files == ["events.db", "events.db.aside-1", "events.db.aside-2"])
        let kept = try Data(
            contentsOf: URL(filePath: scratch.directory + "/events.db.aside-1"))
        #expect(Array(kept) == Array("damage 3".utf8))
    }

    @Test func emptiedDatabaseIsReportedAsDamaged() async throws {
        let scratch = try Scratch()
        try await filled(scratch)
        try write([], to: "events.db", in: scratch)
        let (store, restored) = try scratch.open()
        #expect(restored?.reset?.failure.kind == .corrupt)
        try await store.close()
    }

    @Test(arguments: ["events.db", "events.db-wal"])
    func databaseRemovedWhileOpenIsCreatedAgain(name: String) async throws {
        let scratch = try Scratch()
        let (store, restored) = try scratch.open()
        let epoch = try #require(restored).bounds.epoch
        let path = scratch.directory + "/" + name
        // The thread of the store removes the file, so not between its look at the files and a commit.
        let first: Result<ClosedRange<Seq>?, StorageFailure> = await withCheckedContinuation {
            continuation in
            store.append(EventBatch(events: [event()])) { outcome in
                try? FileManager.default.removeItem(atPath: path)
                continuation.resume(returning: outcome)
            }
        }
        #expect(try first.get() == 1...1)
        #expect(try await store.append(event()) == 2...2)
        let bounds = try #require(store.bounds)
        #expect(bounds.epoch != epoch)
        let page = try await store.page(after: LogCursor(epoch: bounds.epoch, seq: 0))
        #expect(page.events.map(\.event.type) == ["storage-reset", "entered"])
        try await store.close()
        let (again, found) = try scratch.open()
        #expect(found?.bounds == bounds && found?.wasClean == true)
        try await again.close()
    }

    @Test func headerIdentifiesForeignAndNewerDatabases() async throws {
        // Offsets of the database header,
        // https://www.sqlite.org/fileformat2.html#the_database_header
        let cases: [(offset: Int, value: UInt8, kind: StorageFailure.Kind)] = [
            (68, 0x11, .foreign), (63, 99, .newer),
        ]
        for (offset, value, kind) in cases {
            let scratch = try Scratch()
            try await filled(scratch)
            let url = URL(filePath: scratch.directory + "/events.db")
            var bytes = Array(try Data(contentsOf: url))
            bytes[offset] = value
            try write(bytes, to: "events.db", in: scratch)
            try FileManager.default.removeItem(atPath: scratch.directory + "/events.db-wal")
            let (store, restored) = try scratch.open()
            #expect(restored?.reset?.failure.kind == kind)
            try await store.close()
        }
    }

    @Test(arguments: ["events.db", "events.db-wal"])
    func directoryInPlaceOfAFileIsReported(name: String) async throws {
        let scratch = try Scratch()
        try await filled(scratch)
        let path = scratch.directory + "/" + name
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        let (store, restored) = try scratch.open()
        #expect(restored == nil)
        guard case .failing(let failure) = store.condition else {
            Issue.record("\(store.condition)")
            return
        }
        #expect(failure.kind == .obstructed)
        #expect(failure.path == path)
        #expect(failure.description.contains(": remove what lies there"))
        try? await store.close()
    }

    @Test func everyFailureHasACodeAndARemedy() {
        let kinds = StorageFailure.Kind.allCases
        #expect(Set(kinds.map(\.finding)).count == kinds.count)
        for kind in kinds {
            let failure = StorageFailure(kind: kind, path: "/p", detail: "d")
            #expect(failure.code.hasPrefix("storage."))
            #expect(failure.description == "the event log /p \(kind.finding) (d): \(kind.remedy)")
        }
    }
}
