import JSONText
import Suggestions

/// A member of a feature or of its `properties` that probably belongs into `properties.geofence`.
struct MisplacedSetting {
    /// The name of the setting; nil for an object of settings.
    var setting: String?
    /// The warning to add to the feature.
    var warning: Refusal

    /// Creates the warning for a setting in `properties`.
    private init(_ setting: String, by key: String, offset: Int) {
        self.setting = setting
        warning = Refusal(
            "its properties.\(key) is not read",
            hint:
                "write it into properties.geofence, as geofence.\(setting), if it is a setting of "
                + "the fence", offset: offset)
    }

    private init(_ reason: String, hint: String, offset: Int) {
        warning = Refusal(reason, hint: hint, offset: offset)
    }

    /// Creates the warning for a member of the feature itself; nil when it is not a setting.
    init?(ofFeature key: String, _ json: inout JSONReader) throws {
        guard Self.isGeofence(key), try json.kind() != .null else { return nil }
        self.init(
            "its \(key) is outside properties and is not read",
            hint: "write it into properties, as properties.geofence", offset: json.position)
    }

    /// Creates the warning for a member of `properties`; nil when it is not a misplaced setting.
    init?(ofProperties key: String, _ json: inout JSONReader) throws {
        let offset = json.position
        if try Self.isMeant(key, &json) {
            self.init(key, by: key, offset: offset)
        } else if let setting = Self.otherSpellings[key] ?? Self.settingOfSameMeaning(key),
            try json.kind() != .null
        {
            self.init(setting, by: key, offset: offset)
        } else if Self.isGeofence(key), try json.kind() != .null {
            self.init(
                "its properties.\(key) is not read", hint: "call it geofence, in small letters",
                offset: offset)
        } else if key.utf8.starts(with: "geofence.".utf8), try json.kind() != .null {
            let setting = key.dropFirst("geofence.".count)
            self.init(
                "its property \"\(key)\" is not read",
                hint: "write an object: \"geofence\": {\"\(setting)\": ...}", offset: offset)
        } else {
            return nil
        }
    }

    /// Whether the key is `geofence`, in upper or lower case.
    private static func isGeofence(_ key: String) -> Bool {
        key.utf8.count == 8 && key.lowercased() == "geofence"
    }

    /// Whether a member of `properties` was probably intended for `geofence`: it has the name of a
    /// setting. If the name is also an everyday word, its value must be valid, too.
    private static func isMeant(_ key: String, _ json: inout JSONReader) throws -> Bool {
        let start = json.mark
        defer { json.go(to: start) }
        guard keySet.contains(key), try json.kind() != .null else { return false }
        guard everydayKeys.contains(key) else { return true }
        var trial = FenceSettingsReader()
        do {
            try trial.readMember(key, &json)
            return true
        } catch is Refusal {
            return false
        }
    }

    /// The names of the settings as a set, to look up every property of every feature.
    private static let keySet = Set(FenceSettingsReader.keys)
    /// The settings whose names are also common names of properties.
    private static let everydayKeys: Set = ["enabled", "kind", "schedule"]

    /// The settings by other spellings of their names, such as `toleranceExit`. Names of a single
    /// word are left out, because they are too common.
    private static let otherSpellings: [String: String] = {
        var spellings: [String: String] = [:]
        for setting in FenceSettingsReader.keys where setting.contains("_") {
            let words = setting.split(separator: "_").map(String.init)
            let titles = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
            for spelling in [
                words[0] + titles.dropFirst().joined(), titles.joined(),
                words.joined(separator: "-"), setting.uppercased(),
            ] { spellings[spelling] = setting }
        }
        return spellings
    }()

    /// The settings for which a synonym is accepted, but only with the unit: without it the synonym
    /// is too common.
    private static let measured = ["buffer_m", "dwell_s", "ignore_period_s"]

    private static func settingOfSameMeaning(_ key: String) -> String? {
        guard key.hasSuffix("_m") || key.hasSuffix("_s"),
            let setting = wordOfSameMeaning(as: key, among: measured)
        else { return nil }
        return setting.suffix(2) == key.suffix(2) ? setting : nil
    }
}
