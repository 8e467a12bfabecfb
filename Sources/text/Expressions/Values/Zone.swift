internal import Chronology

/// The time zone of a date.
struct Zone: Hashable, Sendable {
    /// The rule; nil for a date of unknown zone, which has its UTC parts.
    var rule: ZoneRule?

    static let utc = Zone(rule: .utc)
    static let unknown = Zone(rule: nil)

    /// The result of `TimeZone`.
    var name: String { rule?.name ?? "unknown" }

    /// Returns the milliseconds east of UTC at an instant.
    func offset_ms(at ms: Double) -> Double {
        guard let rule else { return 0 }
        // The rule supports the years of an instant in nanoseconds.
        let limited = min(max(ms, -9e12), 9e12)
        return Double(rule.offset_s(at: UTCInstant(nanoseconds: Int64(limited) * 1_000_000))) * 1000
    }

    /// Returns the instant at which clocks of the zone show `local_ms`: in a repeated hour the
    /// first one; in a skipped hour, the instant that is as far after the start of that hour.
    func instant_ms(local_ms: Double) -> Double {
        let first = local_ms - offset_ms(at: local_ms)
        let candidates = [
            local_ms - offset_ms(at: first - 86_400_000),
            local_ms - offset_ms(at: first + 86_400_000),
        ]
        for candidate in candidates.sorted() where candidate + offset_ms(at: candidate) == local_ms
        {
            return candidate
        }
        return candidates.max() ?? first
    }
}

/// The parts of a date in its zone.
struct DateParts {
    var date: CivilDate
    /// 0 ..< 86,400,000
    var msOfDay: Int

    /// Creates the parts of a local time in milliseconds since 1970.
    init(local_ms: Double) {
        let whole = local_ms.rounded(.down)
        let days = (whole / 86_400_000).rounded(.down)
        date = CivilDate(daysSince1970: Int(days))
        msOfDay = Int(whole - days * 86_400_000)
    }

    init(_ value: DateValue) {
        self.init(local_ms: value.ms + value.zone.offset_ms(at: value.ms))
    }

    init(_ date: CivilDate, msOfDay: Int = 0) {
        self.date = date
        self.msOfDay = msOfDay
    }

    var local_ms: Double { Double(date.daysSince1970) * 86_400_000 + Double(msOfDay) }
    var hour: Int { msOfDay / 3_600_000 }
    var minute: Int { msOfDay / 60_000 % 60 }
    var second: Int { msOfDay / 1000 % 60 }
    var millisecond: Int { msOfDay % 1000 }
    /// 0 is Sunday; 1970-01-01 was a Thursday.
    var weekday: Int { ((date.daysSince1970 + 4) % 7 + 7) % 7 }
    /// From 1.
    var dayOfYear: Int { date.daysSince1970 - Self.firstDay(of: date.year) + 1 }

    /// The year and week of ISO 8601: the week belongs to the year of its Thursday.
    var isoWeek: (year: Int, week: Int) {
        let thursday = date.daysSince1970 - (weekday + 6) % 7 + 3
        let year = CivilDate(daysSince1970: thursday).year
        return (year, (thursday - Self.firstDay(of: year)) / 7 + 1)
    }

    /// Days from 1970-01-01 to the first day of a year.
    static func firstDay(of year: Int) -> Int {
        CivilDate(year: year, month: 1, day: 1)?.daysSince1970 ?? 0
    }
}

/// Milliseconds from 1970 of the earliest and the latest date, as in ECMAScript: a hundred million
/// days.
let dateRange_ms = -8.64e15...8.64e15
