import JSONText
import Suggestions

/// A member of a feature or of its `properties` that was probably meant for `properties.geofence`.
struct MisplacedSetting {
    /// The setting; nil for an object of settings.
    var setting: String?
    /// The warning.
    var warning: Refusal

    /// A setting with that name in `properties`.
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

    /// A member of the feature itself; nil where it is not a setting.
    init?(ofFeature key: String, _ json: inout JSONReader) throws {
        guard Self.isGeofence(key), try json.kind() != .null else { return nil }
        self.init(
            "its \(key) stands beside properties and is not read",
            hint: "write it into properties, as properties.geofence", offset: json.position)
    }

    /// A member of `properties` other than `geofence`; nil where it is not a setting.
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

    /// Whether it is `geofence`, in upper or lower case.
    private static func isGeofence(_ key: String) -> Bool {
        key.utf8.count == 8 && key.lowercased() == "geofence"
    }

    /// Whether a member of `properties` beside `geofence` was probably meant for it: it has the
    /// name of a setting. A name that is also an everyday word must have a valid value as well.
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

    /// The names of the settings, to look up every property of every feature.
    private static let keySet = Set(FenceSettingsReader.keys)
    /// Settings whose names are also common names of properties.
    private static let everydayKeys: Set = ["enabled", "kind", "schedule"]

    /// Settings by other spellings of their names, such as `toleranceExit`. A single word is too
    /// common.
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

    /// Settings that another word means together with their unit; without the unit it is too
    /// common.
    private static let measured = ["buffer_m", "dwell_s", "ignore_period_s"]

    private static func settingOfSameMeaning(_ key: String) -> String? {
        guard key.hasSuffix("_m") || key.hasSuffix("_s"),
            let setting = wordOfSameMeaning(as: key, among: measured)
        else { return nil }
        return setting.suffix(2) == key.suffix(2) ? setting : nil
    }
}
