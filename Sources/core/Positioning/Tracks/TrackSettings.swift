/// The settings for reading a recording.
public struct TrackSettings: Hashable, Sendable {
    /// The settings for NMEA recordings.
    public var nmea = NMEASettings()
    /// The settings for gpsd recordings: every report with a fix of gpsd counts as a fix.
    public var gpsd: GPSDSettings
    /// The settings for GPX files.
    public var gpx = GPXSettings()
    /// The settings for recordings of pushed fixes.
    public var pushed = PushedSettings()

    /// Creates the default settings.
    public init() {
        gpsd = GPSDSettings()
        gpsd.acceptsSimulated = true
        gpsd.acceptsDeadReckoning = true
    }
}
