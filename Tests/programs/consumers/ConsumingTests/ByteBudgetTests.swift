import Consuming
import ControlProtocol
import Testing

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
