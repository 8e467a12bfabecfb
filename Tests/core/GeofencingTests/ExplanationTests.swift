import Chronology
import Geofencing
import Testing

/// The chain of an evaluation is available for the last fix and for past ones, with or without an
/// event.
struct ExplanationTests {
    private func played(_ text: String) throws -> Engine {
        ScenarioRun(try Scenario(text)).engine
    }

    private func engine() throws -> Engine {
        try played(
            """
            monitor m ignore_period_s=30 confirm_exit=2
            fence home circle 0,0 r=30
            @0s at 50,0
            @5s at 10,0
            @9s at 40,0
            @12s at 41,0
            """)
    }

    private func explain(_ engine: Engine, at seconds: Double?) -> Explanation? {
        engine.explain(
            fence: "home", monitor: nil, at: seconds.map { Scenario.start.advanced(bySeconds: $0) }
        ).first
    }

    @Test func eventIsExplained() throws {
        let explanation = try explain(engine(), at: 6)
        #expect(explanation?.result == "entered")
        #expect(finding("distance", explanation) == "20 m inside the outline")
        #expect(finding("evidence", explanation) == "inside")
    }

    @Test func fixThatOnlyCountsForConfirmationIsExplained() throws {
        let explanation = try explain(engine(), at: 9)
        #expect(explanation?.result == "none")
        #expect(finding("confirmation", explanation) == "1 of 2 fixes agree on outside")
    }

    @Test func suppressedChangeIsExplained() throws {
        let explanation = try explain(engine(), at: nil)
        #expect(explanation?.result == "held-back")
        #expect(
            finding("window", explanation) == "open for 30 s more; 1 change is suppressed")
    }

    /// A window that began with the event of a timer does not count from the fix before.
    @Test func eventOfATimerIsExplained() throws {
        let engine = try played(
            """
            monitor m ignore_period_s=2
            fence home circle 0,0 r=30
            @0s at 0,0
            @1s at 40,0
            @2s at 40,0
            @5s tick
            """)
        let explanation = explain(engine, at: nil)
        #expect(explanation?.result == "exited")
        #expect(
            finding("window", explanation)
                == "begins 1 s after the fix, with the event that is emitted then")
    }

    @Test func passIsExplained() throws {
        let engine = try played(
            """
            monitor m ignore_period_s=0
            fence home circle 0,0 r=30
            @0s at -100,0 ±4m
            @10s at 100,0 ±4m
            @20s at 100,20 ±4m
            """)
        #expect(explain(engine, at: 10)?.result == "passed")
        #expect(explain(engine, at: 10)?.steps.map(\.subject).suffix(2) == ["way", "way"])
        #expect(explain(engine, at: 20)?.result == "none")
        #expect(
            finding("way", explain(engine, at: 20))
                == "the segment from the fix before does not cross the fence")
    }

    @Test func possiblePassIsExplained() throws {
        let engine = try played(
            """
            monitor m ignore_period_s=0
            fence home circle 0,0 r=30
            @0s at -100,0 ±40m
            @10s at 100,0 ±40m
            """)
        #expect(explain(engine, at: nil)?.result == "none")
        #expect(finding("way", explain(engine, at: nil))?.contains("may have been crossed") == true)
    }

    @Test func suppressedPassIsExplained() throws {
        let engine = try played(
            """
            monitor m ignore_period_s=60
            fence home circle 0,0 r=30
            @0s at 0,0
            @10s at 100,0
            @70s at 100,1
            @75s at -100,0
            """)
        #expect(explain(engine, at: nil)?.result == "held-back")
    }

    @Test(arguments: [
        ("@20s at 10,0 lastknown", "old position"),
        ("@20s fix 91 0", "no receiver"),
        ("@20s at 100000,0", "too far"),
        ("@20s at 10,0 utc=200000s", "its time is more than a day ahead of that of the last fix"),
    ]) func aRefusedFixIsExplained(line: String, words: String) throws {
        let engine = try played(
            """
            monitor m ignore_period_s=0
            fence home circle 0,0 r=30
            @10s at 0,0
            \(line)
            """)
        let refused = explain(engine, at: 200_000)
        #expect(refused?.result == "refused")
        #expect(finding("fix", refused)?.contains(words) == true, "\(refused as Any)")
        #expect(finding("state", refused) == "stays inside")
        #expect(explain(engine, at: 15)?.result == "entered")
        let last = explain(engine, at: nil)
        #expect(last?.result == "entered")
        #expect(finding("refused", last)?.contains(words) == true)
    }

    /// The fixes between the refused one and the oldest that is stored may have been inside.
    @Test func aRefusedFixDoesNotExplainTheTimeAfterIt() throws {
        let engine = try played(
            """
            monitor m ignore_period_s=0
            fence home circle 0,0 r=30
            @10s at 0,0
            @20s at 100000,0
            @30s..3000s/1s at 1,0
            """)
        #expect(explain(engine, at: 60)?.result == nil)
        #expect(explain(engine, at: 2900)?.result == "none")
    }

    @Test func fixOutOfOrderIsExplained() throws {
        let engine = try played(
            """
            monitor m ignore_period_s=0
            fence home circle 0,0 r=30
            @10s at 0,0
            @20s at 10,0 utc=5s
            """)
        let words = finding("refused", explain(engine, at: nil))
        #expect(
            words?.hasSuffix("its time is before that of the last fix") == true, "\(words ?? "")")
    }

    @Test func onlyFixThatWasRefusedIsExplained() throws {
        let engine = try played(
            """
            monitor m ignore_period_s=0
            fence home circle 0,0 r=30
            @10s at 0,0 lastknown
            """)
        #expect(explain(engine, at: nil)?.result == "refused")
        #expect(finding("state", explain(engine, at: nil)) == "stays unknown")
    }

    @Test func fixRefusedWhileTheSourceWasStaleIsExplained() throws {
        let engine = try played(
            """
            monitor m ignore_period_s=0
            feed stale_s=10
            fence home circle 0,0 r=30
            @10s at 0,0
            @60s at 0,0 lastknown
            @70s at 0,0
            """)
        #expect(finding("state", explain(engine, at: 60)) == "stays unknown")
    }

    @Test func floorAndAltitudeAreExplained() throws {
        let engine = try played(
            """
            monitor m ignore_period_s=0
            fence home circle 0,0 r=30 floor=2 alt_min=10 alt_max=20
            @10s at 0,0 floor=1 alt=5
            """)
        let explanation = explain(engine, at: nil)
        #expect(finding("floor", explanation) == "the fix is on floor 1, the fence on 2")
        #expect(
            finding("altitude", explanation)
                == "the fix is at 5 m, the fence reaches from 10 m up to 20 m")
    }

    @Test(arguments: [
        ("strict", "says nothing: altitude-unknown", "; the fix has none"),
        ("lenient", "inside", "; the fix has none, so that geometry decides"),
    ])
    func anUnknownAltitudeIsExplained(policy: String, evidence: String, end: String) throws {
        let engine = try played(
            """
            monitor m floor_policy=\(policy)
            fence home circle 0,0 r=30 alt_min=10
            @10s at 0,0
            """)
        let explanation = explain(engine, at: nil)
        #expect(finding("altitude", explanation) == "the fence reaches from 10 m" + end)
        #expect(finding("evidence", explanation) == evidence)
    }

    @Test func betterFixOfTheSameEpochReplacesTheOneBefore() throws {
        let engine = try played(
            """
            monitor m ignore_period_s=0
            fence home circle 0,0 r=30
            @0s at -100,0 ±4m
            @10s at 100,5 ±6m utc=10s
            @11s at 100,0 ±4m utc=10s
            @20s at 100,1 ±4m
            """)
        #expect(explain(engine, at: 10)?.result == "none")
        #expect(finding("fix", explain(engine, at: 10))?.contains("± 4 m") == true)
        #expect(finding("way", explain(engine, at: 10)) == nil)
        #expect(explain(engine, at: 20)?.result == "none")
    }

    /// What held for a fix of before is not what holds now.
    @Test(arguments: [
        "add away circle 900,0 r=30", "replace home circle 0,0 r=50", "revise m buffer_m=5",
        "disable global", "pause m\n@7s resume m", "stop m\n@7s start m",
    ]) func fixBeforeAChangeIsNotExplainedByTheNewSettings(change: String) throws {
        let engine = try played(
            """
            monitor m ignore_period_s=0
            fence home circle 0,0 r=30
            @0s at 50,0
            @5s at 10,0
            @6s \(change)
            @9s at 9,0
            """)
        let before = explain(engine, at: 5)
        #expect(before?.result == "forgotten", "\(before as Any)")
        #expect(finding("state", before)?.contains("have changed since") == true)
        #expect(explain(engine, at: 9)?.result != "forgotten")
        #expect(explain(engine, at: nil)?.result != "forgotten")
    }

    /// A schedule or expiry that changes at a fix applies to its evaluation.
    @Test(arguments: [
        "fence yard circle 900,0 r=30 schedule=18:00-18:01\n@5s at 10,0",
        "fence yard circle 900,0 r=30 expires=-100s\n@5s at 10,0",
        "fence yard circle 900,0 r=30 expires=3s\n@0s at 50,0\n@1s at 10,0 utc=5s",
        "@-9000s at 50,0\n@-8999s restart\n@5s at 10,0",
    ]) func aFixThatBringsAChangeIsExplained(story: String) throws {
        let engine = try played(
            """
            monitor m ignore_period_s=0
            fence home circle 0,0 r=30
            \(story)
            @9s at 9,0
            """)
        let explanation = explain(engine, at: 5)
        #expect(explanation?.result == "entered", "\(explanation as Any)")
    }

    @Test func fixDuringAPauseIsNotEvaluated() throws {
        let engine = try played(
            """
            monitor m ignore_period_s=0
            fence home circle 0,0 r=30
            @0s at 50,0
            @5s at 10,0
            @6s pause m
            @7s at 9,0
            """)
        #expect(explain(engine, at: 5)?.result == "entered")
        let paused = explain(engine, at: 7)
        #expect(paused?.result == "none")
        #expect(finding("monitor", paused) == "is paused, so that no fence is evaluated")
    }

    /// Each fix of a confirmation is a change, and only so many are remembered.
    @Test func changesBeyondTheLimitAreNotGuessed() throws {
        let engine = try played(
            """
            monitor m ignore_period_s=0 confirm_enter=5000
            fence home circle 0,0 r=30
            @0s at 50,0
            @10s..130s/0.1s at 10,0
            """)
        let forgotten = explain(engine, at: 11)
        #expect(forgotten?.result == "forgotten", "\(forgotten as Any)")
        #expect(finding("state", forgotten)?.contains("too many states") == true)
        #expect(explain(engine, at: 129)?.result == "none")
    }

    @Test func silenceIsMeasuredAtTheQuery() throws {
        let engine = try played(
            """
            monitor m
            fence home circle 0,0 r=30
            @0s at 50,0
            @1s at 50,0
            @30s tick
            """)
        let now = BootInstant(nanoseconds: 1_000_000_000).advanced(bySeconds: 60)
        let explanation = engine.explain(fence: "home", monitor: nil, at: nil, now: now).first
        #expect(
            finding("source", explanation)
                == "gps has given no fix for 60 s: every state is unknown until it does")
    }

    /// The steps of the chain are those of the evaluation, in this order.
    @Test func chainIsInOrder() throws {
        let subjects = try explain(engine(), at: 9)?.steps.map(\.subject)
        #expect(
            subjects == [
                "fix", "floor", "altitude", "distance", "accuracy", "threshold", "evidence",
                "confirmation", "window", "rule",
            ])
    }

    @Test func unknownFenceOrTimeHasNoExplanation() throws {
        let engine = try engine()
        #expect(engine.explain(fence: "away", monitor: nil, at: nil).isEmpty)
        #expect(explain(engine, at: -5) == nil)
    }
}
