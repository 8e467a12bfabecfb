import Chronology
import Geofencing
import Testing

/// The chain of a judgement can be asked for, events or not, for the last fix and for past ones.
struct ExplanationTests {
    private func engine() throws -> Engine {
        let scenario = try Scenario(
            """
            monitor m ignore_period_s=30 confirm_exit=2
            fence home circle 0,0 r=30
            @0s at 50,0
            @5s at 10,0
            @9s at 40,0
            @12s at 41,0
            """)
        return ScenarioRun(scenario).engine
    }

    private func explain(_ engine: Engine, at seconds: Double?) -> Explanation? {
        engine.explain(
            fence: "home", monitor: nil, at: seconds.map { Scenario.start.advanced(bySeconds: $0) }
        ).first
    }

    private func finding(_ subject: String, _ explanation: Explanation?) -> String? {
        explanation?.steps.first { $0.subject == subject }?.finding
    }

    @Test func anEventIsExplained() throws {
        let explanation = try explain(engine(), at: 6)
        #expect(explanation?.result == "entered")
        #expect(finding("distance", explanation) == "20 m inside the outline")
        #expect(finding("evidence", explanation) == "inside")
    }

    @Test func aFixThatOnlyCountsIsExplained() throws {
        let explanation = try explain(engine(), at: 9)
        #expect(explanation?.result == "none")
        #expect(finding("confirmation", explanation) == "1 of 2 fixes agree on outside")
    }

    @Test func aChangeThatIsHeldBackIsExplained() throws {
        let explanation = try explain(engine(), at: nil)
        #expect(explanation?.result == "held-back")
        #expect(
            finding("window", explanation) == "open for 30 s more; 1 changes are held back")
    }

    @Test func nothingIsKnownOfAnotherFenceOrTime() throws {
        let engine = try engine()
        #expect(engine.explain(fence: "away", monitor: nil, at: nil).isEmpty)
        #expect(explain(engine, at: -5) == nil)
    }
}
