import ControlClient
import ControlProtocol
import Testing

@Suite struct OutboxTests {
    private func cursor(_ seq: Int64) -> Cursor { Cursor(epoch: "5f3a", seq: seq) }

    @Test func cursorStopsBeforeTheFirstUnfinishedEvent() {
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

    @Test func eventIsDoneOnce() {
        var outbox = Outbox()
        outbox.take(cursor(1))
        let outcomes = [2, 1, 1].map { outbox.finish(cursor($0)) }
        #expect(outcomes == [false, true, false])
    }
}

@Suite struct FinishedPlaceTests {
    private func cursor(_ seq: Int64) -> Cursor { Cursor(epoch: "5f3a", seq: seq) }

    private func subscribed(
        _ from: Int64, _ placement: String? = nil, epoch: String = "5f3a"
    ) -> Subscribed {
        var subscribed = Subscribed(epoch: epoch, from_seq: from, next_seq: 100)
        subscribed.placement = placement
        return subscribed
    }

    /// A place after a connection that has finished everything up to 9, of a consumer with that placement.
    private func place(_ placement: String?) -> FinishedPlace {
        var place = FinishedPlace()
        _ = place.resume(subscribed(5, placement))
        place.keep(cursor(9))
        return place
    }

    @Test func whatWasFinishedIsAcknowledgedAgainAndSkipped() {
        var place = place("a")
        let again = place.resume(subscribed(5, "a"))
        #expect(again == cursor(9))
        #expect(place.contains(cursor(9)) && !place.contains(cursor(10)))
        #expect(!place.contains(Cursor(epoch: "77aa", seq: 1)))
    }

    @Test func nothingIsKeptAfterTheCursorWasSetOrTheLogReplaced() {
        for next in [
            subscribed(1, "b"), subscribed(1, nil), subscribed(1, "a", epoch: "77aa"),
            subscribed(20, "a"),
        ] {
            var place = place("a")
            let again = place.resume(next)
            #expect(again == nil && !place.contains(cursor(9)))
        }
    }

    @Test func anOlderDaemonGivesNoPlacement() {
        var place = place(nil)
        let again = place.resume(subscribed(5))
        #expect(again == cursor(9))
    }
}
