import Chronology

/// Adds dates to times of day: RMC and ZDA have the date, GGA and GLL do not.
struct ReceiverCalendar {
    private var anchor: UTCInstant?
    private var anchorAt = BootInstant(nanoseconds: 0)
    /// The time of the system clock: the fallback for a receiver that never sends a date.
    var systemTime = SystemTime()
    /// The time of the last TAG block, which a program puts before the sentences that it forwards.
    /// Used when the system time is unknown. Nil before the first plausible one.
    var lineTime: UTCInstant?
    /// The last time that a log gives before a sentence, in an unknown zone. Used after `lineTime`.
    var lineDate: UTCInstant?
    /// Computes a time for positions without one.
    var untimed = UntimedPositions()
    /// The nanoseconds by which a sentence of a recording may be older than the one before it.
    private static let latest: Int64 = 1_800_000_000_000
    private var cachedDate: Int32 = -1
    private var cachedDays: Int64 = 0
    /// 2150-01-01, after the last accepted year: without this limit, jumping times of day would
    /// advance the calendar until instants overflow.
    static let end = UTCInstant(nanoseconds: 5_680_281_600_000_000_000)

    @inline(__always)
    init() {}

    /// Returns the same as ``instant(date:timeOfDay:)``. A valid instant becomes the anchor for
    /// later times of day.
    @inline(__always)
    mutating func anchor(date: Int32, timeOfDay: Int64, at now: BootInstant) -> UTCInstant? {
        guard let instant = instant(date: date, timeOfDay: timeOfDay) else { return nil }
        anchor(at: instant, now)
        return instant
    }

    /// Sets the anchor: later times of day are near `instant`.
    @inline(__always)
    mutating func anchor(at instant: UTCInstant, _ now: BootInstant) {
        anchor = instant
        anchorAt = now
    }

    /// Returns the instant of a date (ddmmyyyy) and time of day; nil when there is no such date.
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

    /// Returns the instant of a time of day, on the date that is nearest to the anchor plus the
    /// time since then, or else to the system clock, the TAG block or the stamp of a log; nil when
    /// none is known.
    ///
    /// In a recording no time passes, so there each time becomes the new anchor. A time earlier
    /// than expected does not, so that one wrong time does not change the date permanently.
    @inline(__always)
    mutating func instant(
        timeOfDay: Int64, at now: BootInstant
    ) -> (time: UTCInstant, isFromSystem: Bool)? {
        let expected: Int64
        if let time = time(at: now) {
            expected = time.nanoseconds
        } else if let other = systemTime.time(at: now) ?? lineTime ?? lineDate {
            expected = other.nanoseconds
        } else {
            return nil
        }
        // In a recording no time passes between two sentences: a pause may be as long as a day, and
        // only late sentences go back.
        let isRecorded = anchor != nil && now == anchorAt
        let instant = Self.nearest(
            timeOfDay: timeOfDay,
            to: isRecorded ? expected + Observation.nanosecondsPerDay / 2 - Self.latest : expected)
        guard anchor != nil else { return (instant, true) }
        guard instant < Self.end else {
            anchor = nil
            return nil
        }
        if instant.nanoseconds > expected { anchor(at: instant, now) }
        return (instant, false)
    }

    /// The anchor plus the time since then; nil before the first date.
    @inline(__always)
    func time(at now: BootInstant) -> UTCInstant? {
        anchor.map {
            UTCInstant(nanoseconds: $0.nanoseconds &+ now.nanoseconds &- anchorAt.nanoseconds)
        }
    }

    /// Returns the instant of a time of day on the date that is nearest to `expected`, in
    /// nanoseconds since 1970.
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
