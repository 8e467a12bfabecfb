import Chronology
import Composition
import Fixes
import Geofencing
import Testing

/// Fixes that a filter refuses are counted, explained and shown with the checks of the source.
struct FilterTests {
    private func played(_ filter: String) throws -> Engine {
        ScenarioRun(
            try Scenario(
                """
                monitor m ignore_period_s=0
                filter gps \(filter)
                fence home circle 0,0 r=30
                @0s at 50,0 ±5m
                @1s at 0,0 ±12m
                @2s at 0,0 ±30m
                """)
        ).engine
    }

    @Test func refusedFixIsCountedAndExplained() throws {
        let engine = try played("$locationupdate.horizontalaccuracy <= 10")
        let health = try #require(engine.health(of: "gps"))
        #expect(health.accepted == 1 && health.refused == [.filter: 2])
        #expect(health.filterFailures == 0)
        let check = engine.checks(of: "gps")?.first { $0.check == .filter }
        #expect(check?.isOn == true && check?.count == 2 && check?.remark == nil)
        let explanation = engine.explain(
            fence: "home", monitor: nil, at: Scenario.start.advanced(bySeconds: 1)
        ).first
        #expect(explanation?.result == "refused")
        #expect(
            explanation?.steps.contains { $0.finding.contains("the filter of the source") } == true)
    }

    @Test(arguments: ["$locationupdate.none", "1 +", "[1][3]"])
    func filterWithoutAValueRefusesWithAReason(filter: String) throws {
        let engine = try played(filter)
        let health = try #require(engine.health(of: "gps"))
        #expect(health.accepted == 0 && health.refused == [.filter: 3])
        #expect(health.filterFailures == 3)
        let remark = engine.remarks(of: "gps").first { $0.code == .filterFailed }
        #expect(remark?.message.contains("line 1, column") == true)
        #expect(engine.monitors().first?.warnings.map(\.code).contains(.filterFailed) == true)
    }

    /// A source has details where its filter reads them, also through functions, and only there.
    @Test(arguments: [
        ("DefaultValue($locationupdate, 'satellitecount', 0) >= 5", true),
        ("HasKey($locationupdate, 'driver')", true), ("HasValue($locationupdate, 'hdop')", true),
        ("Includes(GetKeys($locationupdate), 'driver')", true),
        ("DefaultValue($locationupdate, 'velocity', 0) < 20", false),
    ])
    func detailsAreReadThroughFunctions(filter: String, readsDetails: Bool) {
        var configuration = EngineConfiguration()
        configuration.feeds["gps"] = FeedSettings()
        configuration.feeds["gps"]?.filter = FixFilter(compiling: filter) { _ in [:] }
        #expect(configuration.sourcesWithDetails == (readsDetails ? ["gps"] : []))
    }

    /// A later report of the same fix completes it, also with details alone, and is counted.
    @Test func completedFixIsCounted() throws {
        let engine = ScenarioRun(
            try Scenario(
                """
                monitor m ignore_period_s=0
                fence home circle 0,0 r=30
                @0s at 50,0 ±5m satellites=7
                @0.1s at 50,0 ±5m utc=0s speed=1
                @0.2s at 50,0 ±5m utc=0s hdop=0.8
                @0.3s at 50,0 ±5m utc=0s satellites=7 hdop=0.8
                """)
        ).engine
        let health = try #require(engine.health(of: "gps"))
        #expect(health.accepted == 1 && health.completed == 2)
        #expect(health.refused == [.duplicate: 1])
    }

    /// As the runtime casts a result: section 5.2 of the language.
    @Test(arguments: [
        ("true", true), ("false", false), ("1", true), ("0", false), ("0/0", false), ("-0.5", true),
        ("'TRUE'", true), ("'yes'", false), ("''", false), ("null", false), ("[1]", false),
        ("{a: 1}", false), ("Now()", false), ("$locationupdate", false),
    ])
    func valuesCountAsTrueOrFalse(filter: String, isUsed: Bool) throws {
        let accepted = try played(filter).health(of: "gps")?.accepted
        #expect(accepted == (isUsed ? 3 : 0))
    }

    /// Random numbers and the time derive from the fix, so that a replay refuses the same fixes.
    @Test func sameFixesGiveTheSameValues() throws {
        let filter = "Random() < 0.5 || Second(Now()) == 1"
        let counts = try (0..<2).map { _ in try played(filter).health(of: "gps") }
        #expect(counts[0] == counts[1])
        #expect((counts[0]?.accepted ?? 0) >= 1)
    }
}
