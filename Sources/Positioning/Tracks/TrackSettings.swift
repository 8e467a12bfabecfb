/// The settings of the reader of a recording.
public struct TrackSettings: Hashable, Sendable {
    /// For NMEA recordings.
    public var nmea = NMEASettings()
    /// For gpsd recordings: every report that gpsd took for a fix is one.
    public var gpsd: GPSDSettings
    /// For GPX files.
    public var gpx = GPXSettings()
    /// For recordings of pushed fixes.
    public var pushed = PushedSettings()

    /// The defaults.
    public init() {
        gpsd = GPSDSettings()
        gpsd.acceptsSimulated = true
        gpsd.acceptsDeadReckoning = true
    }
}
