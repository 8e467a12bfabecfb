import EventStore
import Testing

@Suite struct EventStoreTests {
    @Test func numbersRunOnOverAnOrderlyEnd() async throws {
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

    @Test func aSecondInstanceIsTurnedAway() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        let failure = #expect(throws: StorageFailure.self) { try scratch.open() }
        #expect(failure?.kind == .alreadyRunning)
        _ = try await store.append(event())
        try await store.close()
    }

    @Test func nothingIsTakenAfterTheEnd() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        try await store.close()
        let failure = await #expect(throws: StorageFailure.self) { try await store.append(event()) }
        #expect(failure?.kind == .closed)
        await #expect(throws: StorageFailure.self) { try await store.close() }
    }

    @Test func aMissingDirectoryIsAPersonsToMend() throws {
        let options = StoreOptions(directory: "/nonexistent", bootID: "b") { _ in event() }
        let failure = #expect(throws: StorageFailure.self) { try EventStore.open(options) }
        #expect(failure?.kind == .missing)
    }
}
