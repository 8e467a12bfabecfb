internal import Chronology

/// Times as people read them.
enum TimeText {
    /// `2026-11-21 07:40:00Z` for RFC 3339 text; `-` when there is none, and the text itself when
    /// it is no time.
    static func seconds(_ rfc3339: String?) -> String {
        guard let rfc3339 else { return "-" }
        guard let instant = UTCInstant(rfc3339: rfc3339) else { return rfc3339 }
        let text = instant.rfc3339
        return text.prefix(10) + " " + text.dropFirst(11).prefix(8) + "Z"
    }

    /// `3 min ago`, by the clock of whoever says `now`.
    static func ago(_ rfc3339: String?, now: String) -> String {
        guard let rfc3339, let then = UTCInstant(rfc3339: rfc3339),
            let now = UTCInstant(rfc3339: now)
        else { return rfc3339 ?? "never" }
        let seconds = now.seconds(since: then)
        if abs(seconds) < 1 { return "just now" }
        return seconds < 0 ? "in \(span(-seconds))" : "\(span(seconds)) ago"
    }

    /// `45 s`, `12 min`, `3 h 20 min`, `5 d 2 h`; `-` when it is not known.
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
