import Geofencing
import Synchronization
import Testing

@testable import EventStore

@Suite struct BoardTests {
    private func batch(_ count: Int, changes: [StateChange] = []) -> Write {
        .batch(EventBatch(events: (0..<count).map { _ in event(size: 1) }, changes: changes)) {
            _ in
        }
    }

    private func record(_ dwelt_s: Double) -> StateChange {
        .fence(
            FenceRecord(
                monitor: "m", fence: "f", fenceHash: 1, reported: .inside, raw: .inside,
                dwelt_s: dwelt_s))
    }

    @Test func whatIsWaitingGoesTogetherUpToTheLimit() {
        let board = Board()
        for _ in 0..<600 { #expect(board.add(batch(1))) }
        #expect(board.takeGroup()?.writes.count == StoreLimits.eventsPerCommit)
        #expect(board.takeGroup()?.writes.count == 600 - StoreLimits.eventsPerCommit)
        #expect(board.takeGroup() == nil)
    }

    @Test func aBatchBeyondTheLimitGoesAlone() {
        let board = Board()
        #expect(board.add(batch(1)))
        #expect(board.add(batch(StoreLimits.eventsPerCommit + 1)))
        #expect(board.takeGroup()?.writes.count == 1)
        #expect(board.takeGroup()?.eventCount == StoreLimits.eventsPerCommit + 1)
    }

    @Test func theOldestBecomeAGapThatKeepsTheirState() throws {
        let board = Board()
        for number in 0..<StoreLimits.waitingEvents + 100 {
            #expect(board.add(batch(1, changes: [record(Double(number))])))
        }
        #expect(board.waitingEvents == StoreLimits.waitingEvents)
        #expect(board.takeDiscarded().count == 101)
        let first = try #require(board.takeGroup()?.writes.first)
        guard case .gap(let lost, let carried) = first else {
            Issue.record("the first write is not the gap")
            return
        }
        #expect(lost == 101)
        #expect(carried.changes == [record(100)])
    }

    private func large(_ number: Int) -> Write {
        let size = StoreLimits.valueBytes
        let fence = record(Double(number))
        return .batch(EventBatch(events: [event(size: size)], changes: [fence])) { _ in }
    }

    @Test func largeEventsAreFewerThatWait() throws {
        let board = Board()
        let room = StoreLimits.waitingBytes / StoreLimits.valueBytes
        for number in 0..<room + 3 { #expect(board.add(large(number))) }
        #expect(board.takeDiscarded().count == 3)
        #expect(board.waitingEvents == room + 1, "those that wait, and their gap")
        guard case .gap(3, let carried) = board.takeGroup()?.writes.first else {
            Issue.record("the first write is not the gap")
            return
        }
        #expect(carried.changes == [record(2)])
    }

    @Test func writtenBytesLeaveRoom() {
        let board = Board()
        let room = StoreLimits.waitingBytes / StoreLimits.valueBytes
        for number in 0..<3 * room {
            #expect(board.add(large(number)))
            if let group = board.takeGroup() { board.finish(group.writes) }
        }
        #expect(board.takeDiscarded().isEmpty && board.waitingEvents == 0)
    }

    @Test func oneBatchBeyondTheBytesIsKept() {
        let board = Board()
        let size = StoreLimits.valueBytes
        let count = 2 * StoreLimits.waitingBytes / size
        #expect(board.add(large(0)))
        let events = (0..<count).map { _ in event(size: size) }
        #expect(board.add(.batch(EventBatch(events: events, changes: [])) { _ in }))
        #expect(board.takeDiscarded().count == 1)
        #expect(board.waitingEvents == count + 1)
    }

    @Test func discardedEventsAreMissedUntilTheirGapIsWritten() throws {
        let board = Board()
        for _ in 0..<StoreLimits.waitingEvents + 100 { #expect(board.add(batch(1))) }
        #expect(board.add(.state(SavedState(), { _ in })))
        #expect(board.missedEvents == StoreLimits.waitingEvents + 100)
        while let group = board.takeGroup() { board.finish(group.writes) }
        #expect(board.missedEvents == 0)
        #expect(board.waitingEvents == 0)
    }

    @Test func aLaterWholeStateTakesThePlaceOfAnEarlierOne() {
        let board = Board()
        for _ in 0..<3 { #expect(board.add(.state(SavedState(), { _ in }))) }
        #expect(board.takeDiscarded().count == 2)
        #expect(board.takeGroup()?.writes.count == 1)
    }

    @Test func forgettingAMonitorForgetsWhatWasSaidBefore() {
        var carried = CarriedState()
        carried.add(
            EventBatch(
                events: [], changes: [record(1), .judged("m", judged(1)), .forgetMonitor("m")]))
        #expect(carried.changes == [.forgetMonitor("m")])
        carried.add(EventBatch(events: [], changes: [record(2), .judged("m", nil)]))
        #expect(carried.changes == [.forgetMonitor("m"), record(2), .judged("m", nil)])
    }
}
