public import Chronology

/// The settings of an NMEA 0183 source; the defaults suit a receiver with a clear view of the sky.
public struct NMEASettings: Hashable, Sendable {
    /// User equivalent range error in metres: the 2D rms error at an HDOP of 1.
    public var uereMetres = 5.0
    /// Whether exactly 0 N 0 E is a position and not a receiver's placeholder for none.
    public var allowsNullIsland = false
    /// Whether positions that sensors extrapolated without satellites are fixes.
    public var acceptsDeadReckoning = false
    /// When this software was built: receiver dates before it, or more than 20 years after, are not
    /// trusted. Nil for recordings, which may be of any age.
    public var buildDate: UTCInstant?
    /// Whether dates that are 1024 weeks off are corrected instead of being marked.
    public var repairsWeekRollover = false
    /// Silence on the line after which a started epoch is taken as complete, in seconds. Longer
    /// than the pauses that USB and Bluetooth make inside one burst, shorter than any receiver's
    /// period at which waiting would matter.
    public var epochTimeoutSeconds = 0.25

    /// The defaults.
    public init() {}
}
