import Fixes

/// An instant in saved form.
public struct SavedInstant: BitwiseCopyable, Sendable, Hashable, Codable {
    /// Nanoseconds since 1970; nil when unknown.
    public var time_ns: Int64?
    /// Nanoseconds on the boot clock.
    public var boot_ns: Int64

    /// The earliest `time_ns`. With this limit, differences of times do not overflow.
    public static let earliest_ns: Int64 = -(1 << 61)

    /// Creates an instant on both clocks.
    public init(time_ns: Int64?, boot_ns: Int64) {
        self.time_ns = time_ns
        self.boot_ns = boot_ns
    }

    /// Creates the instant of the last fix of a source.
    init(of fix: LastFix) {
        self.init(time_ns: fix.time_ns, boot_ns: fix.boot_ns)
    }
}
