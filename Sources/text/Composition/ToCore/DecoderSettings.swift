public import Chronology
public import Positioning
public import Settings

extension NMEASettings {
    /// Creates the decoder settings for an NMEA receiver.
    ///
    /// - Parameters:
    ///   - decoding: the decoding settings of the source.
    ///   - buildDate: dates before it are not trusted; nil for recordings.
    public init(_ decoding: DecodingSettings, buildDate: UTCInstant?) {
        self.init()
        uereMetres = decoding.uere_m
        allowsNullIsland = decoding.allowNullIsland
        acceptsDeadReckoning = decoding.deadReckoning
        repairsWeekRollover = decoding.fixRollover
        self.buildDate = buildDate
    }
}

extension GPSDSettings {
    /// Creates the decoder settings for a gpsd source.
    ///
    /// - Parameters:
    ///   - decoding: the decoding settings of the source.
    ///   - device: the path of the receiver to use; nil for any receiver.
    ///   - buildDate: dates before it are not trusted; nil for a possible recording.
    public init(_ decoding: DecodingSettings, device: String?, buildDate: UTCInstant?) {
        self.init()
        uereMetres = decoding.uere_m
        repairsWeekRollover = decoding.fixRollover
        self.buildDate = buildDate
        allowsNullIsland = decoding.allowNullIsland
        acceptsDeadReckoning = decoding.deadReckoning
        self.device = device
    }
}

extension PushedSettings {
    /// Creates the decoder settings for pushed fixes.
    public init(_ decoding: DecodingSettings) {
        self.init()
        allowsNullIsland = decoding.allowNullIsland
    }
}

extension TrackSettings {
    /// Creates the decoder settings for a recording of a source.
    public init(_ source: SourceSettings) {
        self.init()
        nmea = NMEASettings(source.decoding, buildDate: nil)
        pushed = PushedSettings(source.decoding)
        gpsd.allowsNullIsland = source.decoding.allowNullIsland
        gpsd.uereMetres = source.decoding.uere_m
        gpsd.repairsWeekRollover = source.decoding.fixRollover
        gpx.allowsNullIsland = source.decoding.allowNullIsland
        if case .gpsd(_, _, let device) = source.kind { gpsd.device = device }
    }
}
