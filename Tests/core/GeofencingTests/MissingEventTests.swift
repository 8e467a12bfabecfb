import Geofencing
import Testing

/// Where no event comes though a fence is reached, its explanation says what stands against it.
struct MissingEventTests {
    /// The explanation of the last fix, or of its absence.
    private func explanation(_ scenario: String) throws -> Explanation? {
        ScenarioRun(try Scenario(scenario)).engine
            .explain(fence: "home", monitor: nil, at: nil).first
    }

    /// The first state of a fence is an event only where `initial` says so.
    @Test(arguments: [
        ("enter", "35,0\n@5s at 100,0", "none", "which is no event with initial enter"),
        ("enter", "0,0", "entered", "reports enterOrExit"),
        ("both", "100,0", "exited", "reports enterOrExit"),
        ("silent", "0,0", "none", "which is no event with initial silent"),
    ]) func theFirstStateIsExplained(
        initial: String, place: String, result: String, words: String
    ) throws {
        let explanation = try explanation(
            """
            monitor m initial=\(initial) tolerance_exit=0.5
            fence home circle 0,0 r=30
            @0s at \(place)
            """)
        #expect(explanation?.result == result)
        #expect(finding("rule", explanation)?.hasSuffix(words) == true, "\(explanation as Any)")
    }

    @Test(arguments: [
        ("schedule=22:00-22:01", "", "is closed by its schedule"),
        ("", "expires=-5s", "has expired, at "),
        ("", "enabled=false", "is switched off, or its kind is; switch it on to have it evaluated"),
        (
            "", "kind=level",
            "cannot be evaluated as it is; the warnings of the monitor name the reason"
        ),
    ]) func fenceThatIsNotEvaluatedIsExplained(
        monitor: String, fence: String, words: String
    ) throws {
        let explanation = try explanation(
            """
            monitor m \(monitor)
            fence home circle 0,0 r=30 \(fence)
            @0s at 0,0
            """)
        #expect(explanation?.result == "none")
        #expect(
            finding("fence", explanation)?.hasPrefix(words) == true,
            "\(explanation as Any)")
    }

    /// Nothing is evaluated: that is the explanation, rather than the evaluation of an old fix.
    @Test(arguments: [
        ("@0s stop m", "monitor", "is stopped, so that no fence is evaluated"),
        ("@0s at 0,0\n@1s pause m", "monitor", "is paused, so that no fence is evaluated"),
        ("@0s tick", "source", "gps has given no acceptable fix"),
        (
            "@0s at 0,0\n@30s tick", "source",
            "gps has given no fix for 30 s: every state is unknown until it does"
        ),
    ]) func silenceIsExplained(lines: String, subject: String, words: String) throws {
        let explanation = try explanation(
            """
            monitor m
            fence home circle 0,0 r=30
            \(lines)
            """)
        #expect(finding(subject, explanation) == words)
    }
}
