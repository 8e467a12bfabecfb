/// A point in time on the boot clock (`CLOCK_BOOTTIME`): never jumps, counts suspend time.
///
/// All timers run on it. In replay and in tests it is virtual time with any origin.
public struct BootInstant: BitwiseCopyable, Hashable, Comparable, Sendable {
    /// Nanoseconds since the machine started, or since the origin of virtual time.
    public var nanoseconds: Int64

    /// Creates the instant that is `nanoseconds` after the origin.
    @inlinable
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Returns whether `left` is the earlier of the two.
    @inlinable
    public static func < (left: BootInstant, right: BootInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Returns the seconds from `earlier` to this instant; negative when this one is earlier.
    @inlinable
    public func seconds(since earlier: BootInstant) -> Double {
        Double(nanoseconds - earlier.nanoseconds) / 1e9
    }

    /// Returns the instant `interval_ns` nanoseconds later; must not overflow.
    @inlinable
    public func advanced(by_ns interval_ns: Int64) -> BootInstant {
        BootInstant(nanoseconds: nanoseconds + interval_ns)
    }

    /// Returns the instant half-way to `other`, rounded towards this one.
    @inlinable
    public func halfway(to other: BootInstant) -> BootInstant {
        advanced(by_ns: (other.nanoseconds - nanoseconds) / 2)
    }

    /// Returns the instant `seconds` later, to the nanosecond; must not overflow.
    @inlinable
    public func advanced(bySeconds seconds: Double) -> BootInstant {
        BootInstant(nanoseconds: nanoseconds + Int64((seconds * 1e9).rounded()))
    }
}
