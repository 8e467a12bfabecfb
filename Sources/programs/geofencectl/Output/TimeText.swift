internal import Chronology
internal import Composition

/// Times in text for people.
enum TimeText {
    /// The zone of times that users read and type; JSON is always in UTC.
    @TaskLocal static var zone = ZoneRule.utc

    /// Returns `2026-11-21 08:40:00+01:00` for RFC 3339 text, with `Z` for the offset 0; `-` for
    /// nil, and the text itself when it is not a time.
    static func seconds(_ rfc3339: String?) -> String {
        guard let rfc3339 else { return "-" }
        guard let instant = UTCInstant(rfc3339: rfc3339) else { return rfc3339 }
        let offset_s = zone.offset_s(at: instant)
        let text = instant.advanced(bySeconds: Double(offset_s)).rfc3339
        return text.prefix(10) + " " + text.dropFirst(11).prefix(8) + offset(offset_s)
    }

    /// Returns the receiver time where it is known, otherwise the arrival time at the daemon,
    /// marked as such.
    static func seconds(_ receiver: String?, orArrival arrival: String?) -> String {
        guard receiver == nil, let arrival else { return seconds(receiver) }
        return seconds(arrival) + " (arrival)"
    }

    /// Returns a time for use in a name, `20261121T074000Z`.
    static func compact(_ instant: UTCInstant) -> String {
        instant.rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }

    /// Returns `+01:00` for seconds east of UTC.
    private static func offset(_ seconds: Int) -> String {
        guard seconds != 0 else { return "Z" }
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        let minutes = abs(seconds) / 60
        return (seconds < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
    }

    /// Returns the age of a time at `now`, such as `3 min ago`; both come from the same clock.
    static func ago(_ rfc3339: String?, now: String) -> String {
        guard let rfc3339, let then = UTCInstant(rfc3339: rfc3339),
            let now = UTCInstant(rfc3339: now)
        else { return rfc3339 ?? "never" }
        let seconds = now.seconds(since: then)
        if abs(seconds) < 1 { return "just now" }
        return seconds < 0 ? "in \(span(-seconds))" : "\(span(seconds)) ago"
    }

    /// Returns `45 s`, `12 min`, `3 h 20 min` or `5 d 2 h`; `-` for an unknown span.
    static func span(_ seconds: Double?) -> String {
        guard let seconds, seconds.isFinite else { return "-" }
        if seconds < 10 { return decimal(seconds, 1) + " s" }
        let whole = Int64(min(seconds.rounded(), 1e12))
        switch whole {
        case ..<60: return "\(whole) s"
        case ..<3600: return joined(whole / 60, "min", whole % 60, "s")
        case ..<86_400: return joined(whole / 3600, "h", whole % 3600 / 60, "min")
        default: return joined(whole / 86_400, "d", whole % 86_400 / 3600, "h")
        }
    }

    private static func joined(
        _ large: Int64, _ largeUnit: String, _ small: Int64, _ smallUnit: String
    ) -> String {
        small == 0 ? "\(large) \(largeUnit)" : "\(large) \(largeUnit) \(small) \(smallUnit)"
    }
}

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
