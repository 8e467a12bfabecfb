internal import Chronology

/// Does a receiver count its weeks wrongly?
///
/// GPS counts weeks modulo 1024; a receiver whose firmware expects another span of them reports
/// dates that are off by a multiple of 1024 weeks (IS-GPS-200, 20.3.3.3.1.1).
struct RolloverCheck {
    /// The last fix of a source, as its receiver or its program dates it.
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

    /// A finding for each receiver with a wrong date, or a single one when there are none.
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

    /// The daemon can correct the dates of a receiver, in NMEA or through gpsd; it trusts those of
    /// programs that send complete fixes.
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
    /// An old last fix is no rollover: the match must be as close as the daemon's own, a day.
    private static let tolerance_s = 86_400.0
}
