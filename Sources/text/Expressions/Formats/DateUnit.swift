internal import Chronology

/// The units of adding and comparing dates.
enum DateUnit {
    /// Returns the milliseconds of a unit of fixed length.
    private static func ms(_ unit: Text) -> Double? {
        switch unit.folded.string {
        case "", "millisecond", "milliseconds", "ms": 1
        case "second", "seconds", "s": 1000
        case "minute", "minutes", "m": 60_000
        case "hour", "hours", "h": 3_600_000
        case "day", "days", "d": 86_400_000
        case "week", "weeks", "w": 7 * 86_400_000
        default: nil
        }
    }

    /// Returns the months of a unit of months.
    private static func months(_ unit: Text) -> Double? {
        switch unit.folded.string {
        case "month", "months": 1
        case "quarter", "quarters": 3
        case "year", "years", "y": 12
        default: nil
        }
    }

    private static func unknown(_ unit: Text) -> ExpressionError {
        ExpressionError(
            .type,
            "\"\(unit.string)\" is no unit; there are milliseconds, seconds, minutes, hours, days, "
                + "weeks, months, quarters and years")
    }

    /// Adds to a date; days and more by the calendar of its zone.
    static func add(_ number: Double, _ unit: Text, to value: Value) throws(ExpressionError)
        -> Value
    {
        guard number.isFinite, abs(number) < 1e15 else { return .null }
        switch value {
        case .date(let date):
            let local = DateParts(date)
            if let months = months(unit) {
                let moved = moved(local.date, months: number * months)
                return .date(
                    at(DateParts(moved, msOfDay: local.msOfDay).local_ms, date.zone) ?? date)
            }
            guard let ms = ms(unit) else { throw unknown(unit) }
            guard ms >= 86_400_000, number == number.rounded() else {
                let later = date.ms + number * ms
                return dateRange_ms.contains(later)
                    ? .date(DateValue(ms: later, zone: date.zone)) : .null
            }
            return at(local.local_ms + number * ms, date.zone).map { .date($0) } ?? .null
        case .dateOnly(let date):
            if let months = months(unit) { return .dateOnly(moved(date, months: number * months)) }
            guard let ms = unit.units.isEmpty ? 86_400_000 : ms(unit) else { throw unknown(unit) }
            let local = DateParts(date).local_ms + number * ms
            return dateRange_ms.contains(local)
                ? .dateOnly(DateParts(local_ms: local).date) : .null
        case .time(let time):
            guard let ms = ms(unit) else { throw unknown(unit) }
            return .time(
                DateParts(
                    local_ms: (Double(time) + number * ms)
                        .truncatingRemainder(dividingBy: 86_400_000)
                ).msOfDay)
        default: return .null
        }
    }

    private static func at(_ local_ms: Double, _ zone: Zone) -> DateValue? {
        guard dateRange_ms.contains(local_ms) else { return nil }
        return DateValue(ms: zone.instant_ms(local_ms: local_ms), zone: zone)
    }

    /// Adds whole months; uses the last day of a month that is shorter.
    private static func moved(_ date: CivilDate, months: Double) -> CivilDate {
        let limited = min(max(months.rounded(.towardZero), -3e6), 3e6)
        let total = date.year * 12 + date.month - 1 + Int(limited)
        let year = Int((Double(total) / 12).rounded(.down))
        let month = total - year * 12 + 1
        let day = min(date.day, CivilDate.length(ofMonth: month, year: year))
        return CivilDate(year: year, month: month, day: day) ?? date
    }

    /// Returns how much later the first value is; null when either is not a date.
    static func difference(
        _ later: Value, _ earlier: Value, _ unit: Text
    ) throws(ExpressionError) -> Value {
        guard ms(unit) != nil || months(unit) != nil else { throw unknown(unit) }
        guard let (a, zoneA) = instant(later), let (b, _) = instant(earlier) else { return .null }
        if let ms = ms(unit) { return .number((a - b) / ms) }
        let size = months(unit) ?? 1
        let isLater = a >= b
        let (start, end) = isLater ? (b, a) : (a, b)
        let from = DateParts(DateValue(ms: start, zone: zoneA))
        let to = DateParts(DateValue(ms: end, zone: zoneA))
        // Whole months, and the rest as a fraction of the month.
        var whole = Double(
            (to.date.year - from.date.year) * 12 + to.date.month - from.date.month)
        func mark(_ months: Double) -> Double {
            DateParts(moved(from.date, months: months), msOfDay: from.msOfDay).local_ms
        }
        if mark(whole) > to.local_ms { whole -= 1 }
        let rest = (to.local_ms - mark(whole)) / (mark(whole + 1) - mark(whole))
        let total = (whole + rest) / size
        return .number(isLater ? total : -total)
    }

    private static func instant(_ value: Value) -> (Double, Zone)? {
        switch value {
        case .date(let date): (date.ms, date.zone)
        case .dateOnly(let date): (DateParts(date).local_ms, .utc)
        case .time(let ms): (Double(ms), .utc)
        default: nil
        }
    }
}
