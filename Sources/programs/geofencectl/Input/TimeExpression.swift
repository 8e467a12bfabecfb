internal import Chronology
internal import SystemServices

/// A position in the event log or an instant, as users type it.
enum TimeExpression: Equatable {
    /// `begin`: the oldest retained event.
    case begin
    /// `now`: the next event.
    case now
    /// `epoch:seq`, as in the `event_id` of every event.
    case cursor(String)
    /// A bare sequence number.
    case seq(Int64)
    /// A time.
    case time(UTCInstant)

    /// Parses `begin`, `now`, a cursor, a sequence number, RFC 3339 with or without seconds and
    /// zone (`2026-11-21 07:40`, or the date alone), `07:40` (the last time of that clock time),
    /// `today` and `yesterday` (the start of that day), or a span before now such as `10min`,
    /// `1h30min`, `-2d`, with or without a minus. Nil for any other text.
    ///
    /// - Parameter zone: the zone of times without one.
    init?(_ text: String, now: UTCInstant, zone: ZoneRule = TimeText.zone) {
        if text == "begin" {
            self = .begin
        } else if text == "now" {
            self = .now
        } else if let days_ago = ["today", "yesterday"].firstIndex(of: text) {
            guard let midnight = Self.wallTime(Self.date(now, in: zone)) else { return nil }
            let day = midnight.advanced(bySeconds: -86_400 * Double(days_ago))
            self = .time(Self.instant(ofWallTime: day, in: zone))
        } else if let seconds = Self.span(text.hasPrefix("-") ? text.dropFirst() : text[...]) {
            self = .time(now.advanced(bySeconds: -seconds))
        } else if let seq = Int64(text), seq >= 0 {
            self = .seq(seq)
        } else if Self.isTimeOfDay(text) {
            guard let time = Self.timeOfDay(text, before: now, in: zone) else { return nil }
            self = .time(time)
        } else if let time = Self.time(text, in: zone) {
            self = .time(time)
        } else if Self.isCursor(text) {
            self = .cursor(text)
        } else {
            return nil
        }
    }

    /// Returns the seconds of a span: numbers with `s`, `min` (or `m`), `h`, `d` or `w`; nil for
    /// any other text.
    private static func span(_ text: Substring) -> Double? {
        var rest = text
        var total = 0.0
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            guard let value = Double(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            let unit = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest.dropFirst(unit.count)
            switch unit {
            case "s", "sec": total += value
            case "min", "m": total += value * 60
            case "h": total += value * 3600
            case "d": total += value * 86_400
            case "w": total += value * 604_800
            default: return nil
            }
        }
        return total <= longestSpan_s ? total : nil
    }

    /// Parses a time with or without seconds and zone; `zone` applies to one without a zone.
    private static func time(_ text: String, in zone: ZoneRule) -> UTCInstant? {
        let whole = withSeconds(text)
        return UTCInstant(rfc3339: whole)
            ?? wallTime(whole).map { instant(ofWallTime: $0, in: zone) }
    }

    /// Returns the text with `:00` after hours and minutes without seconds: after
    /// `2026-11-21T07:40`, before its zone.
    private static func withSeconds(_ text: String) -> String {
        let minutes = text.prefix(16)
        let rest = text.dropFirst(16)
        guard minutes.count == 16, minutes.dropFirst(13).first == ":", rest.first != ":" else {
            return text
        }
        return String(minutes + ":00" + rest)
    }

    /// Parses a text without zone, or a date as its start, as if the clock time were UTC.
    private static func wallTime(_ text: String) -> UTCInstant? {
        UTCInstant(rfc3339: text + "Z") ?? UTCInstant(rfc3339: text + "T00:00:00Z")
    }

    /// Returns the date that clocks in the zone show, `2026-11-21`.
    private static func date(_ now: UTCInstant, in zone: ZoneRule) -> String {
        String(now.advanced(bySeconds: Double(zone.offset_s(at: now))).rfc3339.prefix(10))
    }

    /// Returns the instant of a clock time. When clocks are put back, a clock time has two
    /// instants: returns the first, so that a query since then includes both.
    private static func instant(ofWallTime wall: UTCInstant, in zone: ZoneRule) -> UTCInstant {
        let day_s = 86_400.0
        let offsets = [-day_s, day_s].map { zone.offset_s(at: wall.advanced(bySeconds: $0)) }
        let candidates = offsets.map { ($0, wall.advanced(bySeconds: -Double($0))) }
        let shown = candidates.filter { zone.offset_s(at: $1) == $0 }.map(\.1)
        // Clocks that are put forward skip this time: the offset before the change applies.
        return shown.min() ?? candidates[0].1
    }

    /// Whether a text has the form of a time of day, `7:40` or `07:40:15`. The first part of a
    /// cursor is longer.
    private static func isTimeOfDay(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return (2...3).contains(parts.count) && (1...2).contains(parts[0].count)
            && parts.dropFirst().allSatisfy { $0.count == 2 }
            && parts.joined().allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Returns the last instant up to now with that time of day; nil for an invalid time.
    private static func timeOfDay(
        _ text: String, before now: UTCInstant, in zone: ZoneRule
    ) -> UTCInstant? {
        let padded =
            text.firstIndex(of: ":") == text.index(after: text.startIndex) ? "0" + text : text
        guard let wall = wallTime(withSeconds(date(now, in: zone) + " " + padded)) else {
            return nil
        }
        let today = instant(ofWallTime: wall, in: zone)
        return today <= now
            ? today : instant(ofWallTime: wall.advanced(bySeconds: -86_400), in: zone)
    }

    private static func isCursor(_ text: String) -> Bool {
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex else { return false }
        let epoch = text[..<colon]
        return Int64(text[text.index(after: colon)...]) != nil
            && epoch.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// Returns the time of an option. Throws `usage` for any other text.
    static func time(_ text: String, as option: String) throws -> UTCInstant {
        guard case .time(let time)? = TimeExpression(text, now: Clock.now) else {
            throw CommandFailure(
                .usage, "\(option) \"\(printable(text))\" is not a time.",
                hint: "Write 2026-11-21T07:40:00Z, \"2026-11-21 07:40:00\", 07:40, 2min or "
                    + "yesterday.")
        }
        return time
    }

    /// A century: nanoseconds since 1970 could overflow with more.
    private static let longestSpan_s = 3.2e9
}
