import Chronology
import Composition
import ConfigurationText
import ControlProtocol
import FenceFiles
import Geodesy
import TestSupport
import Testing

@testable import Geofencing
@testable import Settings

/// Compares the table of settings with everything that must have a place for each of them.
@Suite struct SettingTests {
    private static let monitors = Setting.all.filter { $0.monitor != nil }
    private static let kinds = Setting.all.filter { $0.kind != nil }
    private static let fences = Setting.all.filter { $0.fence != nil }
    private static let monitor = MonitorDefinition(name: "m", source: "s", fences: .init("/f"))

    // MARK: the properties

    @Test func everyPropertyIsASetting() {
        expectEveryMember(of: Self.monitor, \.monitor)
        expectEveryMember(of: KindDefaults(), \.kind)
        expectEveryMember(of: FenceSettings(), \.fence)
    }

    /// Sets each setting, one after the other: every member must have changed once at least.
    private func expectEveryMember<Holder>(
        of holder: Holder, _ place: KeyPath<Setting, Setting.Place<Holder>?>
    ) {
        var unchanged = Set(members(of: holder).keys)
        for setting in Setting.all {
            guard let place = setting[keyPath: place] else { continue }
            let changed = members(changed(from: members(of: holder), holder, setting, place))
            #expect(!changed.isEmpty, "\(setting.key) sets nothing")
            unchanged.subtract(changed)
        }
        #expect(unchanged == [], "members without a setting")
    }

    private func changed<Holder>(
        from before: [String: String], _ holder: Holder, _ setting: Setting,
        _ place: Setting.Place<Holder>
    ) -> [String: (String, String)] {
        let other = setting.changed(in: holder, place)
        #expect(place.value(other) != place.value(holder), "\(setting.key) is not read back")
        return members(of: other).reduce(into: [:]) { changes, member in
            let old = before[member.key] ?? ""
            if old != member.value { changes[member.key] = (old, member.value) }
        }
    }

    private func members(_ changes: [String: (String, String)]) -> Set<String> {
        Set(changes.keys)
    }

    private func members(of holder: some Any) -> [String: String] {
        Mirror(reflecting: holder).children.reduce(into: [:]) { members, child in
            members[child.label ?? ""] = "\(child.value)"
        }
    }

    /// What rules are resolved to is decided by settings, but for what the clock decides.
    @Test func everyRuleFollowsFromASetting() {
        let before = members(of: rules())
        var unchanged = Set(before.keys).subtracting(["isExpired", "hasSchedule", "isOpen"])
        for setting in Setting.all {
            for other in changes(of: setting) {
                unchanged.subtract(members(of: other).filter { before[$0.key] != $0.value }.keys)
            }
        }
        #expect(unchanged == [])
    }

    /// The rules after a setting was changed, wherever it may stand.
    private func changes(of setting: Setting) -> [FenceRules] {
        let monitor = setting.monitor.map {
            rules(setting.changed(in: Self.monitor, $0), KindDefaults(), FenceSettings())
        }
        let kind = setting.kind.map {
            rules(Self.monitor, setting.changed(in: KindDefaults(), $0), FenceSettings())
        }
        let fence = setting.fence.map {
            rules(Self.monitor, KindDefaults(), setting.changed(in: FenceSettings(), $0))
        }
        return [monitor, kind, fence].compactMap(\.self)
    }

    private func rules(
        _ monitor: MonitorDefinition = monitor, _ kind: KindDefaults = KindDefaults(),
        _ fence: FenceSettings = FenceSettings()
    ) -> FenceRules {
        FenceRules(definition: monitor, level: kind, global: kind, settings: fence)
    }

    // MARK: what an edit does

    /// The rules that decide on which side of a fence a fix is.
    private static let placing: Set = [
        "relation", "buffer_m", "enterOffset_m", "exitOffset_m", "toleranceEnter", "toleranceExit",
        "floor", "floorPolicy", "altitude",
    ]
    /// The rules that decide what follows from that, and when.
    private static let following: Set = [
        "kind", "isEnabled", "ignorePeriod_s", "ignorePeriod_ns", "causeRespectsIgnore",
        "flapCap_s", "initial", "confirmEnter", "confirmExit", "dwell_s", "dwellRepeat_s",
        "dwellMaxGap_s", "expiresAt", "isExpired", "hasSchedule", "isOpen",
    ]

    @Test func everyRulePlacesOrFollows() {
        let members = Set(members(of: rules()).keys)
        #expect(members.subtracting(Self.following) == Self.placing)
    }

    /// Fixes are evaluated again after an edit of a setting that places fences or fixes, and of no other.
    @Test(arguments: Setting.all) func whatPlacesIsEvaluatedAgain(setting: Setting) {
        let (own, reading) = (rules(), AccuracyReading(of: Self.monitor))
        let before = members(of: own)
        let edited = changes(of: setting)
        let isPlacing = edited.contains { other in
            members(of: other).contains {
                Self.placing.contains($0.key) && before[$0.key] != $0.value
            }
        }
        #expect(edited.contains { !$0.placesFence(as: own) } == isPlacing)
        let other = setting.monitor.map {
            AccuracyReading(of: setting.changed(in: Self.monitor, $0))
        }
        let isReading = other.map { $0 != reading } ?? false
        #expect(other.map { !$0.readsFixes(as: reading) } ?? false == isReading)
        #expect((isPlacing || isReading) == !setting.evaluated.isEmpty)
    }

    @Test(arguments: monitors) func anEditOfAMonitorDoesWhatTheTableSays(setting: Setting) throws {
        let place = try #require(setting.monitor)
        let edited = setting.changed(in: Self.monitor, place)
        let discards = setting.saved == .discarded || setting.saved == .discardedWhereGiven
        #expect(
            (edited.rulesHash(over: KindDefaults()).value
                != Self.monitor.rulesHash(over: KindDefaults()).value) == discards)
        #expect((hours(edited) != hours(Self.monitor)) == (setting.saved == .hours))
    }

    private func hours(_ monitor: MonitorDefinition) -> UInt64 {
        var hash = StableHash()
        monitor.combineHours(over: KindDefaults(), into: &hash)
        return hash.value
    }

    @Test(arguments: fences) func anEditOfAFenceDoesWhatTheTableSays(setting: Setting) throws {
        let place = try #require(setting.fence)
        func hash(_ settings: FenceSettings) -> UInt64 {
            var hash = StableHash()
            settings.combine(into: &hash)
            return hash.value
        }
        let (own, edited) = (FenceSettings(), setting.changed(in: FenceSettings(), place))
        let discards = setting.saved == .discarded || setting.saved == .discardedWhereGiven
        #expect((hash(own) != hash(edited)) == discards)
        #expect((own.validityHash != edited.validityHash) == (setting.saved == .hours))
    }

    /// Those of released versions, under which states are saved: a restart restores them.
    @Test func hashesStayWhatTheyAre() {
        var monitor = Self.monitor
        #expect(monitor.rulesHash(over: KindDefaults()).value == 0xd1e2875e4a526615)
        monitor.buffer_m = 5
        monitor.toleranceEnter_m = 2
        monitor.timeZone = .utc
        #expect(monitor.rulesHash(over: KindDefaults()).value == 0x1879c845019cbe6a)
        #expect(hours(monitor) == 0x113da1d81839be4d)
        var fence = FenceSettings()
        var hash = StableHash()
        fence.combine(into: &hash)
        fence.floor = 2
        fence.buffer_m = 3
        fence.toleranceExit_m = 4
        fence.combine(into: &hash)
        #expect(hash.value == 0xe5fa1695927b61d5)
        #expect(fence.validityHash == 0x11cf672b5b62379a)
    }

    // MARK: files and the wire

    @Test func theConfigurationTakesEveryKeyOfTheTable() {
        let text = """
            [source.s]
            [defaults.level]
            [[monitor]]
            name = "m"
            source = "s"
            fences = "f"
            """
        let (_, findings) = Configuration.read(text, path: "c.toml", overrides: [])
        let keys = { (section: String) in
            Set(
                findings.knownKeys.filter { $0.hasPrefix(section) }
                    .map { String($0.dropFirst(section.count)) })
        }
        #expect(keys("monitor.") == Set(Self.monitors.map(\.key)))
        #expect(keys("defaults.level.") == Set(Self.kinds.map(\.key)))
    }

    @Test(arguments: monitors.filter { $0.form != .own })
    func theConfigurationSetsWhatItNames(setting: Setting) throws {
        let place = try #require(setting.monitor)
        let value = setting.otherValue(than: place.value(Self.monitor))
        let text = """
            [source.s]
            [[monitor]]
            name = "m"
            source = "s"
            fences = "/f"
            \(setting.key) = \(value.toml)
            """
        let (configuration, _) = Configuration.read(text, path: "/c.toml", overrides: [])
        let read = try #require(configuration.monitors.first)
        #expect(read == setting.changed(in: Self.monitor, place))
    }

    // A level fence without a floor would be refused.
    @Test(arguments: fences.filter { $0.key != "kind" }) func aFenceFileSetsWhatItNames(
        setting: Setting
    ) throws {
        let place = try #require(setting.fence)
        let value = setting.otherValue(than: nil)
        let text = """
            {"type": "Feature", "id": "a", "geometry": {"type": "Point", "coordinates": [5, 52]},
             "properties": {"geofence": {"\(setting.key)": \(value.json), "radius_m": 9}}}
            """
        let file = FenceFile.read(Array(text.utf8))
        let fence = try #require(file.fences?.first, "\(file.problems.map(\.description))")
        #expect(fence.settings == setting.changed(in: FenceSettings(), place))
    }

    @Test func aCompiledFenceKeepsEverySetting() {
        let center = Coordinate(latitude: 52, longitude: 5)
        var fence = Fence(id: "a", shape: .circle(center: center, radius: 9))
        for setting in Self.fences {
            fence.settings =
                setting.fence.map { setting.changed(in: fence.settings, $0) } ?? .init()
        }
        #expect(FenceSet.make([fence]).set?.fence(id: "a") == fence)
    }

    @Test func inspectingAMonitorShowsEverySetting() {
        let shown = MonitorDetail.settings(
            of: Self.monitor, level: KindDefaults(), global: KindDefaults())
        #expect(Set(shown.keys) == Set(Self.monitors.map(\.key) + ["accuracy_limit"]))
    }

    /// The value that the shipped file shows for a key with a default is the default, and each key is there.
    @Test func theShippedConfigurationShowsEveryDefault() throws {
        let text = try DataFolder.package.text("etc/geofenced.toml")
        let lines = text.split(separator: "\n").map { $0.drop { $0 == "#" } }
        func shown(_ setting: Setting, from header: String) -> Substring? {
            let section = lines.drop { $0 != header }.dropFirst().prefix { !$0.hasPrefix("[") }
            return section.first { $0.hasPrefix("\(setting.key) = ") }?
                .dropFirst("\(setting.key) = ".count)
        }
        for setting in Self.monitors {
            let value = try #require(
                shown(setting, from: "[[monitor]]"), "\(setting.key) is missing")
            if setting.form != .own, setting.kind == nil, setting.form != .texts,
                let usual = setting.monitor?.value(Self.monitor)
            {
                #expect(usual.isWritten(value), "\(setting.key)")
            }
        }
        for setting in Self.kinds {
            for header in ["[defaults.level]", "[defaults.global]"] {
                let value = try #require(shown(setting, from: header), "\(setting.key)")
                if let usual = setting.kind?.value(KindDefaults()) {
                    #expect(usual.isWritten(value), "\(setting.key)")
                }
            }
        }
    }
}
