import ConfigurationText
import Fixes
import Geofencing
import TestSupport
import Testing

@testable import Settings

@Suite struct ShippedConfigurationTests {
    private func shipped() throws -> String {
        try DataFolder.package.text("etc/geofenced.toml")
    }

    /// The pairs of keys of which only one may be set.
    private static let exclusive = [
        ("message", "message_expression"), ("tolerance_enter", "tolerance_enter_m"),
        ("tolerance_exit", "tolerance_exit_m"),
    ]
    private static let seconds = exclusive.map(\.1)

    /// The file with every key enabled that is commented out with `#`, except some; prose has a
    /// space after the `#`.
    private func everythingSet(except keys: [String] = seconds) throws -> String {
        try shipped().split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.hasPrefix("#"), !line.hasPrefix("# "),
                !keys.contains(where: { line.hasPrefix("#\($0) =") })
            else { return line }
            return line.dropFirst()
        }.joined(separator: "\n")
    }

    @Test func shippedConfigurationIsValid() throws {
        let configuration = try Configuration.parse(
            try shipped(), path: "/etc/geofenced/geofenced.toml"
        ).get()
        #expect(configuration.monitors.map(\.name) == ["example"])
    }

    @Test(arguments: [exclusive.map(\.0), seconds])
    func shippedConfigurationIsValidWithEveryKeySet(except keys: [String]) throws {
        let (_, findings) = Configuration.read(
            try everythingSet(except: keys), path: "etc/geofenced.toml", overrides: [])
        #expect(findings.problems.map(\.description) == [])
    }

    /// Setting a key to its default must not change the configuration.
    @Test func documentedDefaultsAreTheDefaults() throws {
        let bare = try Configuration.parse(try shipped(), path: "geofenced.toml").get()
        let full = try Configuration.parse(try everythingSet(), path: "geofenced.toml").get()
        #expect(full.level == bare.level)
        #expect(full.daemon.record == bare.daemon.record)
        #expect(full.daemon.record_MiB == bare.daemon.record_MiB)
        #expect(full.daemon.recordDays == bare.daemon.recordDays)
        #expect(full.global == bare.global)
        #expect(full.sources[0].decoding == bare.sources[0].decoding)
        #expect(full.sources[0].dutyCycle == bare.sources[0].dutyCycle)
        var feed = full.sources[0].feed
        (feed.stale_s, feed.filter) = (nil, nil)
        #expect(feed == bare.sources[0].feed)
        #expect(full.monitors[0].confirmExit == bare.monitors[0].confirmExit)
        #expect(full.monitors[0].rule == bare.monitors[0].rule)
        #expect(full.monitors[0].initial == bare.monitors[0].initial)
        #expect(full.monitors[0].floorHold_s == bare.monitors[0].floorHold_s)
    }

    @Test func shippedConfigurationNamesEveryKey() throws {
        let text = try everythingSet(except: [])
        let (_, findings) = Configuration.read(text, path: "geofenced.toml", overrides: [])
        let given = try TOMLDocument.parse(text, maximumBytes: .max).get().flatMap {
            $0.keys(in: "")
        }
        let missing = findings.knownKeys.subtracting(given)
        #expect(missing == [])
    }
}

extension TOMLValue.Member {
    /// The keys of this member as `section.key`, without names chosen by the user.
    fileprivate func keys(in section: String) -> [String] {
        let own = section.isEmpty ? key : "\(section).\(key)"
        return [own] + value.keys(in: own, isNamed: own == "source")
    }
}

extension TOMLValue {
    fileprivate func keys(in section: String, isNamed: Bool) -> [String] {
        switch content {
        case .table(let members) where isNamed:
            members.flatMap { $0.value.keys(in: section, isNamed: false) }
        case .table(let members): members.flatMap { $0.keys(in: section) }
        case .array(let elements):
            elements.flatMap { $0.keys(in: section, isNamed: false) }
        case .text, .integer, .number, .flag, .dateOrTime: []
        }
    }
}
