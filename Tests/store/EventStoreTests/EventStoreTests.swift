import EventStore
import FoundationEssentials
import Synchronization
import Testing

@Suite struct EventStoreTests {
    @Test func numbersContinueAfterACleanShutdown() async throws {
        let scratch = try Scratch()
        let first = try scratch.open()
        #expect(first.restored?.bounds.head == 0)
        #expect(first.restored?.previousBootID == nil)
        #expect(try await first.store.append(event(), event()) == 1...2)
        #expect(try await first.store.append() == nil)
        try await first.store.close()

        let second = try scratch.open(bootID: "boot-2")
        let restored = try #require(second.restored)
        #expect(restored.wasClean)
        #expect(restored.previousBootID == "boot-1")
        #expect(restored.previousCommit_ns != nil)
        #expect(restored.bounds.epoch == first.restored?.bounds.epoch)
        #expect(try await second.store.append(event()) == 3...3)
        let page = try await second.store.page(after: restored.bounds.beginning)
        #expect(page.events.map(\.seq) == [1, 2, 3])
        #expect(page.events[0].event == event())
        try await second.store.close()
    }

    /// The write-ahead log is reused after a checkpoint: it never exceeds its reserve.
    @Test func writeAheadLogDoesNotGrow() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        let path = scratch.directory + "/events.db-wal"
        let reserve = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        for _ in 0..<3_000 { _ = try await store.append(event()) }
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        #expect(try #require(size) == #require(reserve))
        try await store.close()
    }

    @Test func secondInstanceIsRefused() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        let failure = #expect(throws: StorageFailure.self) { try scratch.open() }
        #expect(failure?.kind == .alreadyRunning)
        _ = try await store.append(event())
        try await store.close()
    }

    @Test func writesAreRefusedAfterClose() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        try await store.close()
        let failure = await #expect(throws: StorageFailure.self) { try await store.append(event()) }
        #expect(failure?.kind == .closed)
        await #expect(throws: StorageFailure.self) { try await store.close() }
    }

    /// Also when it is closed between two attempts.
    @Test func closeMakesOneMoreAttempt() async throws {
        let scratch = try Scratch()
        let path = scratch.directory + "/events.db"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        let store = try scratch.open().store
        store.append(EventBatch(events: [event()])) { _ in }
        try FileManager.default.removeItem(atPath: path)
        let ended: Result<Void, StorageFailure> = await withCheckedContinuation { continuation in
            store.visits(into: 0, adding: { _, _ in true }) { _ in
                store.close(saving: nil) { continuation.resume(returning: $0) }
            }
        }
        #expect(throws: Never.self) { try ended.get() }
        let again = try scratch.open()
        #expect(again.restored?.bounds.head == 1)
        try await again.store.close()
    }

    @Test func eventsOfACommitToRemovedFilesAreWrittenAgain() async throws {
        let scratch = try Scratch()
        let commits = try await eventsSurvive(in: scratch) { commit, path in
            if commit == 1 { removeFiles(of: path) }
        }
        #expect(commits == 2)
    }

    /// Between the opening of the files and the first commit of the run.
    @Test(arguments: ["", "-wal"]) func eventsOfFilesRemovedBeforeTheFirstCommitAreWrittenAgain(
        suffix: String
    ) async throws {
        let scratch = try Scratch()
        let path = scratch.directory + "/events.db"
        let isRemoved = Mutex(false)
        let options = StoreOptions(
            directory: scratch.directory, bootID: "boot-1",
            record: { _ in event("storage-reset") },
            boundsChanged: { _ in
                guard !isRemoved.withLock({ $0.exchange(with: true) }) else { return }
                try? FileManager.default.removeItem(atPath: path + suffix)
            })
        let store = try EventStore.open(options).store
        _ = try await store.append(event())
        try await store.close()
        let again = try scratch.open(limits: StoreLimits())
        let page = try await again.store.page(
            after: try #require(again.restored).bounds.beginning, limit: 3)
        #expect(page.events.last?.event.type == "entered")
        try await again.store.close()
    }

    /// The files are removed during the first commit and replaced during the second.
    @Test func aFileInPlaceOfTheSuccessorIsKept() async throws {
        let scratch = try Scratch()
        let backup = Data("a backup".utf8)
        let commits = try await eventsSurvive(in: scratch) { commit, path in
            guard commit < 3 else { return }
            removeFiles(of: path)
            if commit == 2 { try? backup.write(to: URL(filePath: path)) }
        }
        #expect(commits == 3)
        let aside = scratch.directory + "/events.db.aside-1"
        #expect(try Data(contentsOf: URL(filePath: aside)) == backup)
    }

    /// Writes events while `meddle` is called in each commit with its number, from 1, and the path of
    /// the database. The gap record is made within the transaction, so the call lies between its
    /// begin and its commit. Checks what the log has then, and returns the number of commits.
    private func eventsSurvive(
        in scratch: Scratch, _ meddle: @escaping @Sendable (_ commit: Int, _ path: String) -> Void
    ) async throws -> Int {
        let path = scratch.directory + "/events.db"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        let commits = Mutex(0)
        let options = StoreOptions(directory: scratch.directory, bootID: "boot-1") { entry in
            guard case .gap = entry else { return event("storage-reset") }
            commits.withLock { count in
                count += 1
                meddle(count, path)
            }
            return event("gap")
        }
        let store = try EventStore.open(options).store
        for _ in 0...StoreLimits.waitingEvents {
            store.append(EventBatch(events: [event(size: 1)])) { _ in }
        }
        try FileManager.default.removeItem(atPath: path)
        try await store.close()
        let again = try scratch.open(limits: StoreLimits())
        let page = try await again.store.page(
            after: try #require(again.restored).bounds.beginning, limit: 3)
        #expect(page.events.map(\.event.type) == ["storage-reset", "gap", "entered"])
        try await again.store.close()
        return commits.withLock(\.self)
    }

    @Test func missingDirectoryIsReported() throws {
        let options = StoreOptions(directory: "/nonexistent", bootID: "b") { _ in event() }
        let failure = #expect(throws: StorageFailure.self) { try EventStore.open(options) }
        #expect(failure?.kind == .missing)
    }
}

extension Bool {
    /// Sets a new value and returns the old one.
    fileprivate mutating func exchange(with new: Bool) -> Bool {
        defer { self = new }
        return self
    }
}

private func removeFiles(of path: String) {
    for file in [path, path + "-wal"] { try? FileManager.default.removeItem(atPath: file) }
}
