internal import Chronology
internal import Composition

/// The time zone of the user: from `TZ`, otherwise from this machine.
enum LocalZone {
    /// Returns the zone, and a sentence for people where `TZ` is not a time zone.
    ///
    /// - Parameter name: the value of `TZ`; nil when it is not set.
    static func find(_ name: String?) -> (zone: ZoneRule, problem: String?) {
        guard let name else { return (file(machine, "local time") ?? .utc, nil) }
        // POSIX reserves a leading colon for the implementation: here a file name follows.
        let text = name.hasPrefix(":") ? String(name.dropFirst()) : name
        guard !text.isEmpty else { return (.utc, nil) }
        let path = text.hasPrefix("/") ? text : ZoneDatabase.directory + text
        if let zone = file(path, text) ?? ZoneRule(text) { return (zone, nil) }
        return (
            .utc,
            "TZ is \"\(printable(text))\", which is no time zone here; times are shown in UTC."
        )
    }

    /// The path of the zone rules of this machine.
    private static let machine = "/etc/localtime"

    private static func file(_ path: String, _ name: String) -> ZoneRule? {
        let limit = ZoneDatabase.maximumBytes
        guard let bytes = try? FileText.read(path, limit: limit, .ordinaryFile) else {
            return nil
        }
        return ZoneRule(zoneFile: bytes, name: name)
    }
}
