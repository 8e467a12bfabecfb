public import Chronology

/// The settings of a gpsd source.
public struct GPSDSettings: Hashable, Sendable {
    /// The path of the one receiver to use, as gpsd names it; nil for the first that has a fix, and
    /// the next one when that falls silent.
    public var device: String?
    /// Whether exactly 0 N 0 E is a position and not a receiver's placeholder for none.
    public var allowsNullIsland = false
    /// Whether positions that sensors extrapolated without satellites are fixes.
    public var acceptsDeadReckoning = false
    /// When this software was built: dates before it, or more than 20 years after, are not trusted.
    /// Nil for what may be a recording of any age.
    public var buildDate: UTCInstant?
    /// Whether dates that are 1024 weeks off are corrected instead of being marked.
    public var repairsWeekRollover = false
    /// User equivalent range error in metres: the 2D rms error at an HDOP of 1, used where gpsd
    /// reports no error estimate.
    public var uereMetres = 5.0
    /// Whether the reports are from a recording, which is read at once: the duration of a silence
    /// is then computed from the times of the reports instead of their arrival.
    public var isRecorded = false
    /// Whether positions that gpsd marks as simulated are fixes.
    public var acceptsSimulated = false

    /// The defaults.
    public init() {}
}
