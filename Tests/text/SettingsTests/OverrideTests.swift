import ConfigurationText
import Geofencing
import Messages
import Settings
import Testing

@Suite struct OverrideTests {
    private static let text = """
        [source.gps]
        type = "auto"
        [[monitor]]
        name = "garden.west"
        source = "gps"
        fences = "garden.geojson"
        """

    private func parse(_ overrides: String...) -> Result<Configuration, InvalidConfiguration> {
        Configuration.parse(Self.text, path: "geofenced.toml", overrides: overrides)
    }

    @Test(
        arguments: [
            ("{ fixes = 3, seconds = 1.5 }", #"{"fixes":3,"seconds":1.5}"#),
            ("['a', \"b\\t\\\"\"]", #"["a","b\u0009\""]"#), ("true", "true"), ("plain words", nil),
            ("2026-01-01", nil), ("[nan]", nil), ("1\nb = 2", nil), ("{fence.name} left", nil),
        ] as [(String, String?)])
    func valueMayBeJSON(toml: String, json: String?) {
        #expect(SettingValue.json(toml) == json)
    }

    @Test func overrideSetsAMissingKey() throws {
        let configuration = try parse(
            "monitor.garden.west.tolerance_exit = 0.2", "defaults.global.ignore_period_s=0",
            "monitor.garden.west.confirm_exit.fixes=3", "monitor.garden.west.rule=exit",
            "source.gps.uere_m=4", "monitor.garden.west.actions=[]",
            "monitor.garden.west.message={fence.name} = left"
        ).get()
        let monitor = try #require(configuration.monitors.first)
        #expect(monitor.toleranceExit == 0.2)
        #expect(monitor.confirmExit.fixes == 3)
        #expect(monitor.rule == .exit)
        #expect(monitor.message == .template(MessageTemplate("{fence.name} = left")))
        #expect(configuration.global.ignorePeriod_s == 0)
        #expect(configuration.sources.first?.decoding.uere_m == 4)
    }

    @Test(arguments: [
        ("monitor.garden.west", "monitor.garden.west (--set)"),
        ("monitor.gardn.west.buffer_m=1", "did you mean \"garden.west\"?"),
        ("monitor.garden.west.bufer_m=1", "did you mean \"buffer_m\"?"),
        ("monitor.garden.west.buffer_m=wide", "must be a number, not a string"),
        ("=1", "is not a key"),
        ("..=1", "is not a key"),
        ("floor_map.x.name=1", "does not exist"),
    ])
    func invalidOverrideIsExplained(override: String, reason: String) throws {
        guard case .failure(let invalid) = parse(override) else {
            Issue.record("\(override) was taken")
            return
        }
        let sentences = invalid.problems.map { "\($0.key ?? "") (--set): \($0.reason)" }
        #expect(sentences.contains { $0.contains(reason) }, "\(sentences)")
        #expect(invalid.problems.allSatisfy { $0.line == nil })
    }
}
