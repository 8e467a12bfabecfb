import Chronology
import EventStore
import Geofencing
import Synchronization
import Testing

@Suite struct ReadingTests {
    @Test func pagesAreConsecutive() async throws {
        let scratch = try Scratch()
        let (store, restored) = try scratch.open()
        var cursor = try #require(restored).bounds.end
        _ = try await store.append(EventBatch(events: (0..<25).map { event(time_s: $0) }))
        var sizes: [Int] = []
        repeat {
            let page = try await store.page(after: cursor, limit: 10)
            sizes.append(page.events.count)
            cursor = page.next
        } while sizes.last == 10
        #expect(sizes == [10, 10, 5])
        #expect(cursor == store.bounds?.end)
        #expect(try await store.page(after: cursor).events.isEmpty)
        try await store.close()
    }

    @Test func filterSelectsByMonitorFenceAndType() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        _ = try await store.append(
            event("entered", monitor: "a", fence: "x"), event("exited", monitor: "a", fence: "x"),
            event("entered", monitor: "b", fence: "x"), event("entered", monitor: "b", fence: "y"),
            event("feed-stale", monitor: nil, fence: nil))
        let begin = try #require(store.bounds).beginning
        let expected: [(EventFilter, [Seq])] = [
            (EventFilter(), [1, 2, 3, 4, 5]),
            (EventFilter(monitors: ["b"]), [3, 4]),
            (EventFilter(fences: ["x"], types: ["entered"]), [1, 3]),
            (EventFilter(types: ["feed-stale", "exited"]), [2, 5]),
            (EventFilter(monitors: ["a"], fences: ["y"]), []),
        ]
        for (filter, numbers) in expected {
            let page = try await store.page(after: begin, filter: filter)
            #expect(page.events.map(\.seq) == numbers)
            #expect(page.next.seq == 5)
        }
        try await store.close()
    }

    @Test func rareEventIsFoundAcrossManySlices() async throws {
        let scratch = try Scratch()
        let store = try scratch.open(limits: StoreLimits(rows: 20_000, bytes: 4 << 20)).store
        for _ in 0..<20 {
            _ = try await store.append(
                EventBatch(events: (0..<500).map { _ in event(size: 20) }))
        }
        _ = try await store.append(event("rare"))
        let begin = try #require(store.bounds).beginning
        let page = try await store.page(
            after: begin, limit: 1, filter: EventFilter(types: ["rare"]))
        #expect(page.events.map(\.seq) == [10_001])
        let committed = UTCInstant(nanoseconds: try #require(page.events.first).committed_ns)
        #expect(try await store.place(since: committed).seq == 10_000)
        #expect(try await store.place(since: UTCInstant(nanoseconds: .max)).seq == 10_001)
        #expect(try await store.place(since: UTCInstant(nanoseconds: 0)).seq == 0)
        try await store.close()
    }

    /// A receiver that is years off must neither hide later events nor return earlier ones.
    @Test func seekUsesTheTimeOfCommit() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        for time_s: Int64 in [4_000_000_000, 4_000_000_001, 1, 2] {
            _ = try await store.append(event(time_s: time_s))
        }
        let begin = try #require(store.bounds).beginning
        for stored in try await store.page(after: begin).events {
            let committed = UTCInstant(nanoseconds: stored.committed_ns)
            #expect(try await store.place(since: committed).seq == stored.seq - 1)
        }
        try await store.close()
    }

    @Test func oldestEventsAreDeletedBeyondTheRowLimit() async throws {
        let scratch = try Scratch()
        let store = try scratch.open(limits: StoreLimits(rows: 1_000, bytes: 8 << 20)).store
        let begin = try #require(store.bounds).beginning
        for _ in 0..<30 {
            _ = try await store.append(EventBatch(events: (0..<100).map { _ in event(size: 20) }))
        }
        try await store.close()
        let bounds = try #require(store.bounds)
        #expect(bounds.head == 3_000)
        #expect((1_000...1_062).contains(bounds.head - bounds.first + 1))
        #expect(throws: CursorFailure.expired(first: bounds.first, lost: bounds.first - 1)) {
            try bounds.check(begin)
        }
    }

    /// Runtime fences are in the same file and take no space from events.
    @Test(arguments: [0, 16]) func oldestEventsAreDeletedBeyondTheByteLimit(fences: Int)
        async throws
    {
        let scratch = try Scratch()
        let store = try scratch.open(limits: StoreLimits(rows: 100_000, bytes: 1 << 20)).store
        for number in 0..<fences {
            let text = String(repeating: " ", count: 100_000)
            let fence = RuntimeFence(set: FenceSetName("f"), id: "\(number)", geoJSON: text)
            _ = try await store.change(.put(fence))
        }
        for _ in 0..<40 {
            _ = try await store.append(
                EventBatch(events: (0..<10).map { _ in event(size: 10_000) }))
        }
        try await store.close()
        let bounds = try #require(store.bounds)
        #expect((50...105).contains(bounds.head - bounds.first + 1))
    }

    @Test func visitsAreAssembledFromEvents() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        _ = try await store.append(
            event("entered", fence: "x", visit: "v1", time_s: 100),
            event("entered", fence: "y", visit: "v2", time_s: 110),
            event("dwelled", fence: "x", visit: "v1", time_s: 160),
            event("exited", fence: "x", visit: "v1", time_s: 200),
            event("visit-closed", fence: "y", visit: "v2", time_s: 210),
            event("entered", fence: "x", visit: "v3", time_s: 300),
            event("feed-stale", monitor: nil, fence: nil))
        let visits = try await store.visits()
        #expect(visits.map(\.id) == ["v1", "v2", "v3"])
        #expect(visits.map { $0.exited?.seq } == [4, nil, nil])
        #expect(visits.map(\.dwells) == [1, 0, 0])
        #expect(visits[1].closed?.seq == 5)
        #expect(try await store.visits(EventFilter(fences: ["y"])).map(\.id) == ["v2"])
        let since = UTCInstant(nanoseconds: 205_000_000_000)
        #expect(try await store.visits(since: since).map(\.id) == ["v2", "v3"])
        try await store.close()
    }

    @Test func visitsAreListedPageByPage() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        _ = try await store.append(
            event("entered", visit: "v1"), event("entered", visit: "v2"),
            event("exited", visit: "v1"), event("exited", visit: "v2"),
            event("entered", visit: "v3"), event("entered", visit: "v4"))
        let first = try await store.visits(limit: 2)
        #expect(first.map(\.id) == ["v1", "v2"])
        #expect(first.map(\.first) == [1, 2])
        // It ends after the position but began before.
        #expect(try await store.visits(after: 2, limit: 2).map(\.id) == ["v3", "v4"])
        #expect(try await store.visits(last: 3, limit: 1).map(\.id) == ["v2"])
        #expect(try await store.visits(last: 3, after: 2, limit: 1).map(\.id) == ["v3"])
        #expect(try await store.visits(after: 6).isEmpty)
        try await store.close()
    }

    @Test func listingManyVisitsDoesNotDelayCommits() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        let entries = (0..<200).map { event(visit: "v\($0)", time_s: 100, size: 1) }
        _ = try await store.append(EventBatch(events: entries))
        let order = Mutex<[String]>([])
        let listed = try await withCheckedContinuation { done in
            store.visits(
                last: 150, into: [String](),
                adding: { visit, ids in
                    if order.withLock(\.isEmpty) {
                        store.append(EventBatch(events: [event()])) { _ in
                            order.withLock { $0.append("commit") }
                        }
                    }
                    order.withLock { $0.append(visit.id) }
                    ids.append(visit.id)
                    return true
                }, completion: { done.resume(returning: $0) })
        }.get()
        #expect(listed == (50..<200).map { "v\($0)" })
        let sequence = order.withLock(\.self)
        #expect(
            sequence.contains("commit") && sequence.last != "commit",
            "the commit came after the list")
        try await store.close()
    }
}
