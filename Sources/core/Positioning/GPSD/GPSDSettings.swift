public import Chronology

/// The settings of a gpsd source.
public struct GPSDSettings: Hashable, Sendable {
    /// The path of the only receiver to use, as gpsd names it; nil for the first one with a fix,
    /// and for another one when that one stops delivering fixes.
    public var device: String?
    /// Whether exactly 0 N 0 E is a position and not the placeholder of a receiver for none.
    public var allowsNullIsland = false
    /// Whether positions that sensors extrapolated without satellites count as fixes.
    public var acceptsDeadReckoning = false
    /// The build date of this software: dates before it, or more than 20 years after it, are not
    /// trusted. Nil for recordings, which may have any age.
    public var buildDate: UTCInstant?
    /// Whether dates that are 1024 weeks off are corrected instead of being marked.
    public var repairsWeekRollover = false
    /// User equivalent range error in metres: the 2D rms error at an HDOP of 1, used where gpsd
    /// reports no error estimate.
    public var uereMetres = 5.0
    /// Whether the reports are from a recording, which is read at once: the time without fixes is
    /// then computed from the times of the reports instead of their arrival.
    public var isRecorded = false
    /// Whether positions that gpsd marks as simulated count as fixes.
    public var acceptsSimulated = false

    /// Creates the default settings.
    public init() {}
}
