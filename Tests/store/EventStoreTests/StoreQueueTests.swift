import Geofencing
import Synchronization
import Testing

@testable import EventStore

@Suite struct StoreQueueTests {
    private func batch(_ count: Int, changes: [StateChange] = []) -> Write {
        .batch(EventBatch(events: (0..<count).map { _ in event(size: 1) }, changes: changes)) {
            _ in
        }
    }

    private func record(_ dwelt_s: Double) -> StateChange {
        var record = FenceRecord(
            monitor: "m", fence: "f", fenceHash: 1, reported: .inside, raw: .inside)
        record.dwelt_s = dwelt_s
        return .fence(record)
    }

    @Test func waitingWritesAreGroupedUpToTheLimit() {
        let queue = StoreQueue()
        for _ in 0..<600 { #expect(queue.add(batch(1))) }
        #expect(queue.nextGroup()?.writes.count == StoreLimits.eventsPerCommit)
        #expect(queue.nextGroup()?.writes.count == 600 - StoreLimits.eventsPerCommit)
        #expect(queue.nextGroup() == nil)
    }

    @Test func batchBeyondTheLimitIsWrittenAlone() {
        let queue = StoreQueue()
        #expect(queue.add(batch(1)))
        #expect(queue.add(batch(StoreLimits.eventsPerCommit + 1)))
        #expect(queue.nextGroup()?.writes.count == 1)
        #expect(queue.nextGroup()?.eventCount == StoreLimits.eventsPerCommit + 1)
    }

    @Test func oldestEventsBecomeAGapWithTheirState() throws {
        let queue = StoreQueue()
        for number in 0..<StoreLimits.waitingEvents + 100 {
            #expect(queue.add(batch(1, changes: [record(Double(number))])))
        }
        #expect(queue.waitingEvents == StoreLimits.waitingEvents)
        #expect(queue.nextDiscarded().count == 101)
        let first = try #require(queue.nextGroup()?.writes.first)
        guard case .gap(let lost, let merged) = first else {
            Issue.record("the first write is not the gap")
            return
        }
        #expect(lost == 101)
        #expect(merged.changes == [record(100)])
    }

    private func large(_ number: Int) -> Write {
        let size = StoreLimits.valueBytes
        let fence = record(Double(number))
        return .batch(EventBatch(events: [event(size: size)], changes: [fence])) { _ in }
    }

    @Test func largeEventsAreLimitedByBytes() throws {
        let queue = StoreQueue()
        let capacity = StoreLimits.waitingBytes / StoreLimits.valueBytes
        for number in 0..<capacity + 3 { #expect(queue.add(large(number))) }
        #expect(queue.nextDiscarded().count == 3)
        #expect(queue.waitingEvents == capacity + 1, "the waiting events and one gap")
        guard case .gap(3, let merged) = queue.nextGroup()?.writes.first else {
            Issue.record("the first write is not the gap")
            return
        }
        #expect(merged.changes == [record(2)])
    }

    @Test func writtenBytesAreReleased() {
        let queue = StoreQueue()
        let capacity = StoreLimits.waitingBytes / StoreLimits.valueBytes
        for number in 0..<3 * capacity {
            #expect(queue.add(large(number)))
            if let group = queue.nextGroup() { queue.finish(group.writes) }
        }
        #expect(queue.nextDiscarded().isEmpty && queue.waitingEvents == 0)
    }

    @Test func singleBatchBeyondTheByteLimitIsKept() {
        let queue = StoreQueue()
        let size = StoreLimits.valueBytes
        let count = 2 * StoreLimits.waitingBytes / size
        #expect(queue.add(large(0)))
        let events = (0..<count).map { _ in event(size: size) }
        #expect(queue.add(.batch(EventBatch(events: events, changes: [])) { _ in }))
        #expect(queue.nextDiscarded().count == 1)
        #expect(queue.waitingEvents == count + 1)
    }

    @Test func discardedEventsCountAsMissedUntilTheirGapIsWritten() throws {
        let queue = StoreQueue()
        for _ in 0..<StoreLimits.waitingEvents + 100 { #expect(queue.add(batch(1))) }
        #expect(queue.add(.state(SavedState(), { _ in })))
        #expect(queue.missedEvents == StoreLimits.waitingEvents + 100)
        while let group = queue.nextGroup() { queue.finish(group.writes) }
        #expect(queue.missedEvents == 0)
        #expect(queue.waitingEvents == 0)
    }

    @Test func laterWholeStateReplacesAnEarlierOne() {
        let queue = StoreQueue()
        for _ in 0..<3 { #expect(queue.add(.state(SavedState(), { _ in }))) }
        #expect(queue.nextDiscarded().count == 2)
        #expect(queue.nextGroup()?.writes.count == 1)
    }

    @Test func forgetMonitorDropsItsEarlierChanges() {
        var merged = MergedChanges()
        merged.add(
            EventBatch(
                events: [],
                changes: [record(1), .evaluated("m", evaluated(1)), .forgetMonitor("m")]))
        #expect(merged.changes == [.forgetMonitor("m")])
        merged.add(EventBatch(events: [], changes: [record(2), .evaluated("m", nil)]))
        #expect(merged.changes == [.forgetMonitor("m"), record(2), .evaluated("m", nil)])
    }
}
