import Consuming
import ControlProtocol
import Testing

@Suite struct OutboxTests {
    private func cursor(_ seq: Int64) -> Cursor { Cursor(epoch: "5f3a", seq: seq) }

    @Test func theCursorStopsBeforeTheFirstUnfinishedEvent() {
        var outbox = Outbox()
        for seq in 1...4 { outbox.take(cursor(Int64(seq))) }
        #expect(outbox.acknowledged == nil && outbox.openCount == 4)
        outbox.finish(cursor(2))
        outbox.finish(cursor(3))
        #expect(outbox.acknowledged == nil && outbox.openCount == 2)
        outbox.finish(cursor(1))
        #expect(outbox.acknowledged == cursor(3) && outbox.openCount == 1)
        outbox.finish(cursor(4))
        #expect(outbox.acknowledged == cursor(4) && outbox.openCount == 0)
    }

    @Test func skippedEventsWaitForTheEventsBeforeThem() {
        var outbox = Outbox()
        outbox.take(cursor(1))
        outbox.pass(cursor(9))
        #expect(outbox.acknowledged == nil)
        outbox.finish(cursor(1))
        #expect(outbox.acknowledged == cursor(9))
        outbox.pass(cursor(12))
        #expect(outbox.acknowledged == cursor(12))
    }

    @Test func anEventIsDoneOnce() {
        var outbox = Outbox()
        outbox.take(cursor(1))
        let outcomes = [2, 1, 1].map { outbox.finish(cursor($0)) }
        #expect(outcomes == [false, true, false])
    }
}

@Suite struct RetryDelayTests {
    @Test func theBoundDoublesUpToALimit() {
        var delay = RetryDelay(first_s: 1, longest_s: 5)
        let bounds = (0..<4).map { _ in delay.next(1) }
        #expect(bounds == [1, 2, 4, 5])
        delay.reset()
        let least = delay.next(0)
        #expect(least == 0.1)
    }
}
