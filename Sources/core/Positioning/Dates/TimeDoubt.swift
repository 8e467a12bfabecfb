import Chronology

/// Decides whether a receiver's date can be true.
///
/// GPS counts weeks in 10 bits: the count wraps every 1024 weeks (1999-08-22, 2019-04-07,
/// 2038-11-21), and the firmware of a receiver may wrap at other dates. Interface specification
/// IS-GPS-200.
struct TimeDoubt {
    /// 1024 weeks in nanoseconds.
    static let eraNanoseconds: Int64 = 619_315_200 * 1_000_000_000
    private static let day = Observation.nanosecondsPerDay
    /// How long after the build a date is plausible: longer than any device is in use.
    private static let windowNanoseconds: Int64 = 20 * 365 * day
    /// 1980-01-06, the origin of GPS weeks.
    private static let origin: Int64 = 315_964_800 * 1_000_000_000
    /// The time after the start of an era in which a date means that none was received yet.
    private static let coldStartNanoseconds: Int64 = 7 * day

    let buildDate: UTCInstant?

    /// Returns why `time` is not trusted; nil when it is. `expected` is the last trusted time of
    /// the receiver plus the elapsed time. It is used only while the system time is unknown,
    /// because the receiver may have been wrong from the start.
    @inline(__always)
    func doubt(
        about time: UTCInstant, expected: UTCInstant?, systemTime: UTCInstant?
    ) -> TimeQuality.Doubt? {
        if let truth = systemTime ?? expected,
            isWholeEras(time.nanoseconds - truth.nanoseconds)
        {
            return .weekRollover
        }
        guard let buildDate else { return nil }
        let sinceBuild = time.nanoseconds - buildDate.nanoseconds
        if sinceBuild >= -Self.day, sinceBuild <= Self.windowNanoseconds { return nil }
        let sinceOrigin = time.nanoseconds - Self.origin
        let isAtEraStart =
            sinceOrigin >= -Self.coldStartNanoseconds
            && (sinceOrigin + Self.coldStartNanoseconds) % Self.eraNanoseconds
                < 2 * Self.coldStartNanoseconds
        return isAtEraStart ? .coldStart : .outsideBuildWindow
    }

    /// Returns `time` moved by whole eras: to the era nearest to the system time (or else
    /// `expected`) if it is whole eras off, else to the first era that is not before the build
    /// date. Returns nil when neither applies or `time` need not move.
    func repaired(
        _ time: UTCInstant, expected: UTCInstant?, systemTime: UTCInstant?
    ) -> UTCInstant? {
        let era = Self.eraNanoseconds
        let earliest: Int64
        if let truth = systemTime ?? expected,
            isWholeEras(time.nanoseconds - truth.nanoseconds)
        {
            earliest = truth.nanoseconds - era / 2
        } else if let buildDate {
            earliest = buildDate.nanoseconds - Self.day
        } else {
            return nil
        }
        let remainder = (time.nanoseconds - earliest) % era
        let moved = earliest + (remainder < 0 ? remainder + era : remainder)
        return moved == time.nanoseconds ? nil : UTCInstant(nanoseconds: moved)
    }

    /// Whether a difference is a nonzero multiple of 1024 weeks, with a tolerance of one day.
    @inline(__always)
    private func isWholeEras(_ difference: Int64) -> Bool {
        let magnitude = abs(difference) + Self.day
        return magnitude >= Self.eraNanoseconds && magnitude % Self.eraNanoseconds <= 2 * Self.day
    }
}
