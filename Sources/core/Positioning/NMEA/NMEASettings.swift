public import Chronology

/// The settings of an NMEA 0183 source; the defaults suit a receiver with a clear view of the sky.
public struct NMEASettings: Hashable, Sendable {
    /// User equivalent range error in metres: the 2D rms error at an HDOP of 1.
    public var uereMetres = 5.0
    /// Whether exactly 0 N 0 E is a position and not the placeholder of a receiver for none.
    public var allowsNullIsland = false
    /// Whether positions that sensors extrapolated without satellites count as fixes.
    public var acceptsDeadReckoning = false
    /// The build date of this software: receiver dates before it, or more than 20 years after it,
    /// are not trusted. Nil for recordings, which may have any age.
    public var buildDate: UTCInstant?
    /// Whether dates that are 1024 weeks off are corrected instead of being marked.
    public var repairsWeekRollover = false
    /// Seconds of silence on the line after which a started epoch counts as complete. Longer than
    /// the pauses of USB and Bluetooth within a burst, and shorter than the period of any receiver
    /// for which the delay would matter.
    public var epochTimeoutSeconds = 0.25

    /// Creates the default settings.
    public init() {}
}
