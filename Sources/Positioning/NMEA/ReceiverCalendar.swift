import Chronology

/// Gives times of day their dates: RMC and ZDA have the date, GGA and GLL need it.
struct ReceiverCalendar {
    private var anchor: UTCInstant?
    private var anchorAt = BootInstant(nanoseconds: 0)
    /// The system clock's time: the last resort for a receiver that never sends a date.
    var systemTime = SystemTime()
    /// The time of the last TAG block, which a program puts before the sentences that it passes on:
    /// the last resort after the system clock. Nil before the first plausible one.
    var lineTime: UTCInstant?
    /// Gives a time to positions without one.
    var untimed = UntimedPositions()
    private var cachedDate: Int32 = -1
    private var cachedDays: Int64 = 0
    /// 2150-01-01, after the last year that is accepted: without it, jumping times of day would
    /// advance the calendar until instants overflow.
    private static let end = UTCInstant(nanoseconds: 5_680_281_600_000_000_000)

    @inline(__always)
    init() {}

    /// The same as ``instant(date:timeOfDay:)``; a good one becomes the anchor of the times of day
    /// that follow.
    @inline(__always)
    mutating func anchor(date: Int32, timeOfDay: Int64, at now: BootInstant) -> UTCInstant? {
        guard let instant = instant(date: date, timeOfDay: timeOfDay) else { return nil }
        anchor(at: instant, now)
        return instant
    }

    /// The times of day that follow are of about that instant.
    @inline(__always)
    mutating func anchor(at instant: UTCInstant, _ now: BootInstant) {
        anchor = instant
        anchorAt = now
    }

    /// The instant of a date (ddmmyyyy) and time of day, or nil when the calendar has no such date.
    @inline(__always)
    mutating func instant(date: Int32, timeOfDay: Int64) -> UTCInstant? {
        if date != cachedDate {
            guard
                let civil = CivilDate(
                    year: Int(date % 10_000), month: Int(date / 10_000 % 100),
                    day: Int(date / 1_000_000))
            else { return nil }
            cachedDate = date
            cachedDays = Int64(civil.daysSince1970)
        }
        return UTCInstant(
            nanoseconds: cachedDays &* Observation.nanosecondsPerDay &+ timeOfDay)
    }

    /// The instant of a time of day, on the date for which it is nearest to the last full time plus
    /// the time since then, or else to the system clock or the TAG block; nil when none is known.
    ///
    /// In a recording no time passes: there each time becomes the last full one. A time earlier
    /// than expected does not, so that one wrong time does not change the date permanently.
    @inline(__always)
    mutating func instant(
        timeOfDay: Int64, at now: BootInstant
    ) -> (time: UTCInstant, isFromSystem: Bool)? {
        let expected: Int64
        if let time = time(at: now) {
            expected = time.nanoseconds
        } else if let other = systemTime.time(at: now) ?? lineTime {
            expected = other.nanoseconds
        } else {
            return nil
        }
        let instant = Self.nearest(timeOfDay: timeOfDay, to: expected)
        guard anchor != nil else { return (instant, true) }
        guard instant < Self.end else {
            anchor = nil
            return nil
        }
        if instant.nanoseconds > expected { anchor(at: instant, now) }
        return (instant, false)
    }

    /// The last full time plus the time since then; nil before the first date.
    @inline(__always)
    func time(at now: BootInstant) -> UTCInstant? {
        anchor.map {
            UTCInstant(nanoseconds: $0.nanoseconds &+ now.nanoseconds &- anchorAt.nanoseconds)
        }
    }

    /// The instant of a time of day on the date that puts it nearest to `expected`, nanoseconds
    /// since 1970.
    @inline(__always)
    static func nearest(timeOfDay: Int64, to expected: Int64) -> UTCInstant {
        let day = Observation.nanosecondsPerDay
        let difference = timeOfDay - expected
        // Rounds to the nearest day: floor((expected - timeOfDay) / day + 1/2).
        let shifted = day / 2 - difference
        let days = shifted >= 0 ? shifted / day : (shifted - day + 1) / day
        return UTCInstant(nanoseconds: timeOfDay + days * day)
    }
}
