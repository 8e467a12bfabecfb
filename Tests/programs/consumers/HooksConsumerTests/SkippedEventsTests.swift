import ControlProtocol
import Testing

@testable import HooksConsumer

@Suite struct SkippedEventsTests {
    private let gate = Hook(
        name: "gate", types: ["entered"], work: .command([]), rules: Hook.Rules())

    @Test func aLongHistoryIsLoggedAsANumber() {
        var skipped = SkippedEvents()
        #expect(skipped.summaries(now: 0) == [])
        let lines = (1...25).compactMap {
            skipped.line(gate, Cursor(epoch: "e", seq: $0), age_s: 400.7)
        }
        #expect(lines.count == 10)
        #expect(lines.first == "hook gate: skipped event e:1, which is 400 s old (max_age_s 300)")
        #expect(skipped.summaries(now: 59) == [])
        let summary = "hook gate: skipped 15 more events that are too old"
        #expect(skipped.summaries(now: 60) == [summary])
        #expect(skipped.line(gate, Cursor(epoch: "e", seq: 26), age_s: 400) != nil)
        #expect(skipped.summaries(now: 120) == [])
    }
}
