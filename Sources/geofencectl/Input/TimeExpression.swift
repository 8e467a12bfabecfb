internal import Chronology

/// A place in the event log or a point in time as people write it.
enum TimeExpression: Equatable {
    /// `begin`: the oldest event kept.
    case begin
    /// `now`: the next event.
    case now
    /// `epoch:seq`, as every event bears in `event_id`.
    case cursor(String)
    /// A bare sequence number.
    case seq(Int64)
    /// A time.
    case time(UTCInstant)

    /// Reads `begin`, `now`, a cursor, a sequence number, RFC 3339, `2026-11-21 07:40` (UTC, date
    /// alone or with time), `07:40` (the last time that it was so late, in UTC), `today` and `yesterday`
    /// (the begin of that day in UTC), or a span before now such as `-10min`, `-1h30min`, `-2d`. Nil when it is none of these.
    init?(_ text: String, now: UTCInstant) {
        if text == "begin" {
            self = .begin
        } else if text == "now" {
            self = .now
        } else if let days_ago = ["today", "yesterday"].firstIndex(of: text) {
            guard let today = Self.time(String(now.rfc3339.prefix(10))) else { return nil }
            self = .time(today.advanced(bySeconds: -86_400 * Double(days_ago)))
        } else if text.hasPrefix("-") {
            guard let seconds = Self.span(text.dropFirst()) else { return nil }
            self = .time(now.advanced(bySeconds: -seconds))
        } else if let seq = Int64(text), seq >= 0 {
            self = .seq(seq)
        } else if Self.isTimeOfDay(text) {
            guard let time = Self.timeOfDay(text, before: now) else { return nil }
            self = .time(time)
        } else if let time = Self.time(text) {
            self = .time(time)
        } else if Self.isCursor(text) {
            self = .cursor(text)
        } else {
            return nil
        }
    }

    /// Seconds of a span: numbers with `s`, `min` (or `m`), `h`, `d` or `w`; nil when it is none.
    static func span(_ text: Substring) -> Double? {
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

    /// A time with or without zone; without one it is UTC, the scale of all our times.
    static func time(_ text: String) -> UTCInstant? {
        UTCInstant(rfc3339: text) ?? UTCInstant(rfc3339: text + "Z")
            ?? UTCInstant(rfc3339: text + ":00Z") ?? UTCInstant(rfc3339: text + "T00:00:00Z")
    }

    /// Whether a text has the form of a time of day, `7:40` or `07:40:15`. No cursor has: its first
    /// part is far longer.
    private static func isTimeOfDay(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return (2...3).contains(parts.count) && (1...2).contains(parts[0].count)
            && parts.dropFirst().allSatisfy { $0.count == 2 }
            && parts.joined().allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// The last time up to now that it was so late; nil when it never is.
    private static func timeOfDay(_ text: String, before now: UTCInstant) -> UTCInstant? {
        let padded =
            text.firstIndex(of: ":") == text.index(after: text.startIndex) ? "0" + text : text
        guard let today = time(now.rfc3339.prefix(10) + " " + padded) else { return nil }
        return today <= now ? today : today.advanced(bySeconds: -86_400)
    }

    private static func isCursor(_ text: String) -> Bool {
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex else { return false }
        let epoch = text[..<colon]
        return Int64(text[text.index(after: colon)...]) != nil
            && epoch.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// The time that an option gives. Throws `usage` for what is none.
    static func time(_ text: String, as option: String) throws -> UTCInstant {
        guard case .time(let time)? = TimeExpression(text, now: Clock.now) else {
            throw CommandFailure(
                .usage, "\(option) \"\(printable(text))\" is not a time.",
                hint: "Write 2026-11-21T07:40:00Z, \"2026-11-21 07:40:00\", -2min or yesterday.")
        }
        return time
    }

    /// A century: beyond it nanoseconds since 1970 could overflow.
    private static let longestSpan_s = 3.2e9
}
