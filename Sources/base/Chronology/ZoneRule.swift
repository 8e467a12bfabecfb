/// The offset of local time from UTC and its changes over the year.
///
/// One rule for all years, unless a zone file lists changes that follow no rule.
public struct ZoneRule: Hashable, Sendable {
    /// The name shown to users: the text or the file name that it was read from.
    public var name: String
    /// Seconds east of UTC outside summer time.
    let standard_s: Int
    /// Summer time; nil for none.
    let summer: Summer?
    /// The changes listed by a zone file; takes precedence over the rule for its time span.
    var table: ZoneTable?

    /// The part of the year with another offset.
    struct Summer: Hashable, Sendable {
        /// Seconds east of UTC.
        var offset_s: Int
        var begin: YearlyChange
        var end: YearlyChange
    }

    /// UTC: always offset 0.
    public static let utc = ZoneRule(name: "UTC", standard_s: 0, summer: nil)

    /// Returns the seconds to add to UTC for local time at an instant.
    public func offset_s(at instant: UTCInstant) -> Int {
        if let listed_s = table?.offset_s(at: instant) { return listed_s }
        guard let summer else { return standard_s }
        let (begin, end) = changes(in: year(of: instant), summer)
        let isSummer =
            begin < end ? begin <= instant && instant < end : instant < end || begin <= instant
        return isSummer ? summer.offset_s : standard_s
    }

    /// Returns the changes of clocks in the years around an instant, unordered.
    func changes(around instant: UTCInstant) -> [UTCInstant] {
        let listed = table?.changes(around: instant).map(\.instant) ?? []
        guard let summer else { return listed }
        let year = year(of: instant)
        return listed
            + (year - 1...year + 1).flatMap { year in
                let (begin, end) = changes(in: year, summer)
                return [begin, end]
            }
    }

    /// Returns the offsets that occur in the years around an instant.
    func offsets_s(around instant: UTCInstant) -> Set<Int> {
        var offsets_s: Set = [standard_s, offset_s(at: instant)]
        if let summer { offsets_s.insert(summer.offset_s) }
        return offsets_s.union(table?.changes(around: instant).map(\.offset_s) ?? [])
    }

    private func year(of instant: UTCInstant) -> Int {
        let local = instant.nanoseconds / 1_000_000_000 + Int64(standard_s)
        return CivilDate(daysSince1970: Int(floorDivide(local, 86_400))).year
    }

    private func changes(in year: Int, _ summer: Summer) -> (UTCInstant, UTCInstant) {
        func instant(_ change: YearlyChange, _ offset_s: Int) -> UTCInstant {
            let local_s = Int64(change.day(in: year)) * 86_400 + Int64(change.secondOfDay)
            return UTCInstant(nanoseconds: (local_s - Int64(offset_s)) * 1_000_000_000)
        }
        return (instant(summer.begin, standard_s), instant(summer.end, summer.offset_s))
    }
}

/// A yearly change of clocks: `Mm.w.d` of POSIX TZ.
struct YearlyChange: Hashable, Sendable {
    /// 1 to 12.
    var month: Int
    /// 1 to 4, or 5 for the last such weekday of the month.
    var week: Int
    /// 0 is Sunday.
    var weekday: Int
    /// Seconds after local midnight; may be outside the day.
    var secondOfDay: Int

    /// Returns the day of the change in a year, days since 1970-01-01.
    func day(in year: Int) -> Int {
        guard let first = CivilDate(year: year, month: month, day: 1)?.daysSince1970 else {
            preconditionFailure("month \(month) is out of range")
        }
        // 1970-01-01 was a Thursday.
        let weekdayOfFirst = ((first + 4) % 7 + 7) % 7
        let offset = (weekday - weekdayOfFirst + 7) % 7 + (week - 1) * 7
        let isBeyond = offset >= CivilDate.length(ofMonth: month, year: year)
        return first + (isBeyond ? offset - 7 : offset)
    }
}
