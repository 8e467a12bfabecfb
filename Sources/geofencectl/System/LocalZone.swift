internal import Chronology
internal import Composition

/// The time zone of the user: that of `TZ`, else that of this machine.
enum LocalZone {
    /// The zone, and the sentence for people where `TZ` names none.
    ///
    /// - Parameter name: the value of `TZ`; nil when it is not set.
    static func find(_ name: String?) -> (zone: ZoneRule, problem: String?) {
        guard let name else { return (file(machine, "local time") ?? .utc, nil) }
        // POSIX lets an implementation's own form begin with a colon; all name a file with it.
        let text = name.hasPrefix(":") ? String(name.dropFirst()) : name
        guard !text.isEmpty else { return (.utc, nil) }
        let path = text.hasPrefix("/") ? text : ZoneDatabase.directory + text
        if let zone = file(path, text) ?? ZoneRule(text) { return (zone, nil) }
        return (
            .utc,
            "TZ is \"\(printable(text))\", which is no time zone here; times are shown in UTC."
        )
    }

    /// The rules of the zone of this machine.
    private static let machine = "/etc/localtime"

    private static func file(_ path: String, _ name: String) -> ZoneRule? {
        let limit = ZoneDatabase.maximumBytes
        guard let bytes = try? FileText.read(path, limit: limit, .ordinaryFile) else {
            return nil
        }
        return ZoneRule(zoneFile: bytes, name: name)
    }
}
