import Chronology

/// Turns the times of epochs into instants and detects faults of the receiver's clock.
struct ReceiverClock {
    /// The time of an epoch, with its quality.
    struct Stamp {
        var time: UTCInstant?
        /// The time of day when only the date is unknown.
        var timeOfDay_ns: Int64?
        var quality = TimeQuality.none
        var isLeapSecond = false
        var hasBadDate = false
        var fault: TimeFault?
    }

    /// Backward steps up to this many nanoseconds are late or repeated epochs, not clock faults.
    static let toleratedStepBack: Int64 = 2_000_000_000
    /// A receiver that does not know the leap seconds yet is off by about 18 s and corrects that in
    /// one step, within the 12.5 minutes that the almanac takes (limits: 20 s, 20 minutes).
    static let leapSecondStep: Int64 = 20_000_000_000
    static let leapSecondPeriod: Int64 = 20 * 60 * 1_000_000_000

    /// The checks of dates.
    var doubts: TimeDoubt
    private let repairs: Bool
    private var firstTrusted: UTCInstant?
    /// The last trusted time, and its arrival.
    private var trusted: UTCInstant?
    private var trustedAt = BootInstant(nanoseconds: 0)
    private var lastDoubt: TimeQuality.Doubt?

    /// Creates a clock without a time. With `repairs`, dates that are 1024 weeks off are corrected
    /// instead of being marked as untrusted.
    init(buildDate: UTCInstant?, repairs: Bool) {
        doubts = TimeDoubt(buildDate: buildDate)
        self.repairs = repairs
    }

    /// Returns the instant of an epoch. An unknown `timeOfDay` or `date` is -1.
    @inline(__always)
    mutating func stamp(
        timeOfDay: Int64, date: Int32, calendar: inout ReceiverCalendar, at now: BootInstant
    ) -> Stamp {
        var stamp = Stamp()
        guard timeOfDay >= 0 else {
            if let time = calendar.untimed.next(at: now) {
                check(
                    time, false, systemTime: calendar.systemTime.time(at: now), at: now, &stamp)
            } else if let time = calendar.lineTime {
                check(time, true, systemTime: nil, at: now, &stamp)
            }
            return stamp
        }
        stamp.isLeapSecond = timeOfDay >= Observation.nanosecondsPerDay
        let ofDay = stamp.isLeapSecond ? timeOfDay - 1_000_000_000 : timeOfDay
        var instant: UTCInstant?
        var isFromSystem = false
        if date >= 0 {
            instant = calendar.anchor(date: date, timeOfDay: ofDay, at: now)
            stamp.hasBadDate = instant == nil
        }
        if instant == nil, let nearest = calendar.instant(timeOfDay: ofDay, at: now) {
            instant = nearest.time
            isFromSystem = nearest.isFromSystem
        }
        guard let time = instant else {
            stamp.timeOfDay_ns = ofDay
            return stamp
        }
        check(time, isFromSystem, systemTime: calendar.systemTime.time(at: now), at: now, &stamp)
        return stamp
    }

    /// Returns the instant of a report that has a date and a time.
    mutating func stamp(_ time: UTCInstant, systemTime: UTCInstant?, at now: BootInstant) -> Stamp {
        var stamp = Stamp()
        check(time, false, systemTime: systemTime, at: now, &stamp)
        return stamp
    }

    @inline(__always)
    private mutating func check(
        _ time: UTCInstant, _ isFromSystem: Bool, systemTime: UTCInstant?, at now: BootInstant,
        _ stamp: inout Stamp
    ) {
        stamp.time = time
        stamp.quality = .gnss
        let expected = trusted.map {
            UTCInstant(nanoseconds: $0.nanoseconds + now.nanoseconds - trustedAt.nanoseconds)
        }
        var doubt: TimeQuality.Doubt? =
            isFromSystem
            ? .dateFromSystemClock
            : doubts.doubt(about: time, expected: expected, systemTime: systemTime)
        // A receiver that has not received the date yet is not off by a week rollover.
        if repairs, doubt != nil, doubt != .coldStart, !isFromSystem,
            let repaired = doubts.repaired(time, expected: expected, systemTime: systemTime)
        {
            stamp.time = repaired
            doubt = nil
        }
        if let doubt {
            stamp.quality = .untrusted(doubt)
            if doubt != lastDoubt, doubt != .dateFromSystemClock {
                stamp.fault = .untrusted(time, doubt)
            }
        } else if let accepted = stamp.time {
            if let trusted, isFault(from: trusted, to: accepted) {
                stamp.fault = .backwards(from: trusted, to: accepted)
            }
            trusted = accepted
            trustedAt = now
            if firstTrusted == nil { firstTrusted = accepted }
        }
        lastDoubt = doubt
    }

    @inline(__always)
    private func isFault(from last: UTCInstant, to time: UTCInstant) -> Bool {
        let step = last.nanoseconds - time.nanoseconds
        guard step > Self.toleratedStepBack else { return false }
        let isSettling =
            firstTrusted.map { last.nanoseconds - $0.nanoseconds <= Self.leapSecondPeriod } ?? true
        return !(isSettling && step <= Self.leapSecondStep)
    }
}
