public import Chronology
import Geodesy

/// The last accepted fix of a source.
public struct LastFix: BitwiseCopyable, Sendable, Hashable, Codable {
    /// Degrees north.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// The time of the position, in nanoseconds since 1970; nil when unknown.
    public var time_ns: Int64?
    /// When the fix was accepted, in nanoseconds on the boot clock.
    public var boot_ns: Int64
    /// The boot that `boot_ns` counts from; nil when unknown.
    public var boot: BootID?

    /// Creates a last fix.
    public init(
        latitude: Double, longitude: Double, time_ns: Int64?, boot_ns: Int64, boot: BootID? = nil
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.time_ns = time_ns
        self.boot_ns = boot_ns
        self.boot = boot
    }

    /// Creates the saved form of a fix that was accepted in `boot`.
    @usableFromInline
    package init(_ fix: AcceptedFix, in boot: BootID?) {
        let position = fix.update.position
        self.init(
            latitude: position.latitude, longitude: position.longitude,
            time_ns: fix.update.time?.nanoseconds, boot_ns: fix.boot.nanoseconds, boot: boot)
    }

    /// Returns whether the machine has not been rebooted since the fix. If either boot is
    /// unknown, only a boot clock that is behind that of the fix indicates a reboot.
    package func isOf(_ boot: BootID?, at now: BootInstant) -> Bool {
        let isOther = self.boot != nil && boot != nil && self.boot != boot
        return !isOther && boot_ns <= now.nanoseconds
    }
}
