internal import Chronology

/// The check whether a receiver counts its weeks wrongly.
///
/// GPS counts weeks modulo 1024. A receiver whose firmware assumes another span of 1024 weeks
/// reports dates that are off by a multiple of 1024 weeks (IS-GPS-200, 20.3.3.3.1.1).
struct RolloverCheck {
    /// The last fix of a source, with the date of its receiver or program.
    struct DatedFix {
        var source: String
        /// The type of the source, as configured.
        var type: String
        var time: UTCInstant
    }

    /// The last fix of each source.
    var fixes: [DatedFix]
    /// The system clock.
    var now: UTCInstant

    /// One finding for each receiver with a wrong date, or a single finding for none.
    var findings: [Finding] {
        let wrong: [Finding] = fixes.compactMap { fix in
            let weeks = now.seconds(since: fix.time) / Self.week_s
            let cycles = (weeks / 1024).rounded()
            guard cycles != 0, abs(weeks - cycles * 1024) * Self.week_s <= Self.tolerance_s else {
                return nil
            }
            return .fail(
                "rollover",
                "The fixes of source \(fix.source) are dated \(fix.time.rfc3339.prefix(10)):"
                    + " \(Int(abs(cycles)) * 1024) weeks off.",
                fix: Self.remedy(for: fix))
        }
        guard wrong.isEmpty else { return wrong }
        return [
            .ok(
                "rollover",
                fixes.isEmpty
                    ? "There is no fix whose date could be wrong."
                    : "The receivers' dates are not off by 1024 weeks.")
        ]
    }

    /// Returns how to correct the dates. The daemon can correct those of a receiver, in NMEA or
    /// through gpsd; it trusts programs that send complete fixes.
    private static func remedy(for fix: DatedFix) -> String {
        switch fix.type {
        case "socket": "Correct the dates in the program that pushes them."
        case "exec":
            "Correct the dates in the program of the source; if it passes on NMEA, "
                + "fix_rollover = true does that."
        default: "Set fix_rollover = true for source \(fix.source), or update the receiver."
        }
    }

    private static let week_s = 604_800.0
    /// Excludes old fixes: the offset must match to a day, the tolerance of the daemon itself.
    private static let tolerance_s = 86_400.0
}
