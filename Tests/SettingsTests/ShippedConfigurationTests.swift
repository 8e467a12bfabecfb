import Geofencing
import TestSupport
import Testing

@testable import Settings

@Suite struct ShippedConfigurationTests {
    private func shipped() throws -> String {
        try DataFolder.package.text("etc/geofenced.toml")
    }

    /// The file with every key set that stands behind a `#`, except one; prose has a space behind
    /// it.
    private func everythingSet(except key: String = "message_expression") throws -> String {
        try shipped().split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.hasPrefix("#"), !line.hasPrefix("# "), !line.hasPrefix("#\(key) =") else {
                return line
            }
            return line.dropFirst()
        }.joined(separator: "\n")
    }

    @Test func itIsValidAsShipped() throws {
        let configuration = try Configuration.parse(
            try shipped(), path: "/etc/geofenced/geofenced.toml"
        ).get()
        #expect(configuration.monitors.map(\.name) == ["example"])
    }

    /// Of `message` and `message_expression` only one can be set.
    @Test(arguments: ["message", "message_expression"])
    func itIsValidWithEveryKeySet(except key: String) throws {
        let (_, findings) = Configuration.read(
            try everythingSet(except: key), path: "etc/geofenced.toml", overrides: [])
        #expect(findings.problems.map(\.description) == [])
    }

    /// A key set to its default must not change what the file means.
    @Test func theDefaultsItNamesAreTheDefaults() throws {
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
        feed.stale_s = nil
        #expect(feed == bare.sources[0].feed)
        #expect(full.monitors[0].confirmExit == bare.monitors[0].confirmExit)
        #expect(full.monitors[0].rule == bare.monitors[0].rule)
        #expect(full.monitors[0].initial == bare.monitors[0].initial)
        #expect(full.monitors[0].floorHold_s == bare.monitors[0].floorHold_s)
    }

    @Test func itNamesEveryKeyThereIs() throws {
        let text = try everythingSet(except: "")
        let (_, findings) = Configuration.read(text, path: "geofenced.toml", overrides: [])
        let given = try TOMLDocument.parse(text).get().flatMap { $0.keys(in: "") }
        let missing = findings.knownKeys.subtracting(given)
        #expect(missing == [])
    }
}

extension TOMLValue.Member {
    /// The keys of this member as `section.key`, without the names people choose.
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
