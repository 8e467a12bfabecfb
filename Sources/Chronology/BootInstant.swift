/// A point in time on the boot clock (`CLOCK_BOOTTIME`): never steps, counts through suspend.
///
/// All timers run on it. In replay and in tests it is virtual time with any origin.
public struct BootInstant: BitwiseCopyable, Hashable, Comparable, Sendable {
    /// Nanoseconds since the machine started, or since the origin of virtual time.
    public var nanoseconds: Int64

    /// The instant so many nanoseconds after boot.
    @inlinable
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Whether `left` is the earlier of the two.
    @inlinable
    public static func < (left: BootInstant, right: BootInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Seconds from `earlier` to this instant; negative when this one is earlier.
    @inlinable
    public func seconds(since earlier: BootInstant) -> Double {
        Double(nanoseconds - earlier.nanoseconds) / 1e9
    }

    /// The instant so many nanoseconds later; must not overflow.
    @inlinable
    public func advanced(by_ns interval_ns: Int64) -> BootInstant {
        BootInstant(nanoseconds: nanoseconds + interval_ns)
    }

    /// The instant in the middle between this one and another, rounded towards this one.
    @inlinable
    public func halfway(to other: BootInstant) -> BootInstant {
        advanced(by_ns: (other.nanoseconds - nanoseconds) / 2)
    }

    /// The instant `seconds` later, rounded to the nanosecond; must not overflow.
    @inlinable
    public func advanced(bySeconds seconds: Double) -> BootInstant {
        BootInstant(nanoseconds: nanoseconds + Int64((seconds * 1e9).rounded()))
    }
}
