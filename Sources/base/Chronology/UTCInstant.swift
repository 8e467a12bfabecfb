/// A point in time on the UTC scale, as reported by receivers and the system clock.
///
/// Nanoseconds since 1970-01-01T00:00:00Z, without leap seconds (POSIX time). The range is the
/// years 1678 to 2262. Never used for timers: those run on `BootInstant`.
public struct UTCInstant: BitwiseCopyable, Hashable, Comparable, Sendable {
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    public var nanoseconds: Int64

    /// Creates the instant that is `nanoseconds` after 1970-01-01T00:00:00Z.
    @inlinable
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Creates the instant of a civil UTC date and time of day.
    ///
    /// - Parameters:
    ///   - date: a day of the proleptic Gregorian calendar.
    ///   - nanosecondOfDay: 0 ..< 86,400,000,000,000; a leap second is given as the second before.
    @inlinable
    public init(date: CivilDate, nanosecondOfDay: Int64) {
        nanoseconds = Int64(date.daysSince1970) * 86_400_000_000_000 + nanosecondOfDay
    }

    /// Returns whether `left` is the earlier of the two.
    @inlinable
    public static func < (left: UTCInstant, right: UTCInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Returns the seconds from `earlier` to this instant; negative when this one is earlier.
    @inlinable
    public func seconds(since earlier: UTCInstant) -> Double {
        Double(nanoseconds - earlier.nanoseconds) / 1e9
    }

    /// Returns the instant `interval_ns` nanoseconds later; must not overflow.
    @inlinable
    public func advanced(by_ns interval_ns: Int64) -> UTCInstant {
        UTCInstant(nanoseconds: nanoseconds + interval_ns)
    }

    /// Returns the instant `seconds` later, rounded to the nanosecond; must not overflow.
    @inlinable
    public func advanced(bySeconds seconds: Double) -> UTCInstant {
        UTCInstant(nanoseconds: nanoseconds + Int64((seconds * 1e9).rounded()))
    }
}
