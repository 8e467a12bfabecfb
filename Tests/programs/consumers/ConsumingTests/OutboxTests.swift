import Consuming
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

@Suite struct RetryDelayTests {
    @Test func boundDoublesUpToItsLimit() {
        var delay = RetryDelay(first_s: 1, longest_s: 5)
        let bounds = (0..<4).map { _ in delay.next(1) }
        #expect(bounds == [1, 2, 4, 5])
        delay.reset()
        let least = delay.next(0)
        #expect(least == 0.1)
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

@Suite struct ByteBudgetTests {
    private let day_s = 86_400.0

    @Test func anEighthMayBeUsedAtOnceAndTheRestComesBackOverTheDay() {
        var budget = ByteBudget(perDay: 8_640, now_s: 0)
        #expect(budget.capacity == 1_080 && budget.left(now_s: 0) == 1_080)
        budget.use(1_180, now_s: 0)
        #expect(budget.left(now_s: 0) == -100)
        #expect(budget.left(now_s: 1_000) < 0 && budget.left(now_s: 2_000) > 0)
        #expect(budget.left(now_s: day_s) == 1_080)
    }

    /// Whatever uses up all that is there, every second of a day.
    @Test func noDayUsesMoreThanItsBytesAndAMessage() {
        let message = 700.0
        var budget = ByteBudget(perDay: 100_000, now_s: 0)
        var used = 0.0
        for second in 0..<Int(day_s) where budget.left(now_s: Double(second)) > 0 {
            budget.use(message, now_s: Double(second))
            used += message
        }
        #expect(used > 98_000 && used <= 100_000 + message)
    }

    @Test func aRestartRenewsNothing() {
        let restored = ByteBudget(perDay: 8_640, level: -50, age_s: 0, now_s: 7)
        #expect(restored.left(now_s: 7) == -50)
        // 7,560 bytes a day come back.
        let later = ByteBudget(perDay: 8_640, level: -50, age_s: 1_000, now_s: 7)
        #expect(abs(later.left(now_s: 7) - 37.5) < 0.001)
        // The clock went back, or the budget was made smaller.
        let odd = ByteBudget(perDay: 8_640, level: 1e9, age_s: -1_000, now_s: 7)
        #expect(odd.left(now_s: 7) == odd.capacity)
    }
}

@Suite struct ClockStepsTests {
    @Test func sleepAndASetClockAreKeptApart() {
        var clocks = ClockSteps(monotonic_s: 10, boot_s: 10, system_s: 1_000)
        let quiet = clocks.next(monotonic_s: 12, boot_s: 12, system_s: 1_002)
        #expect(quiet.slept_s == 0 && quiet.set_s == 0)
        let slept = clocks.next(monotonic_s: 13, boot_s: 613, system_s: 1_603)
        #expect(slept.slept_s == 600 && slept.set_s == 0)
        let set = clocks.next(monotonic_s: 14, boot_s: 614, system_s: 1_700_000_000)
        #expect(set.slept_s == 0 && set.set_s == 1_699_998_396)
        let after = clocks.next(monotonic_s: 15, boot_s: 615, system_s: 1_700_000_001)
        #expect(after.set_s == 0)
    }
}
