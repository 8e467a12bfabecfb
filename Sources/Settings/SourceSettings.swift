public import Geofencing

/// A source of fixes as configured.
public struct SourceSettings: Sendable, Hashable {
    /// The name that monitors use, unique among sources.
    public var name: String
    /// What delivers the fixes.
    public var kind: SourceKind
    /// How the receiver's words are understood.
    public var decoding = DecodingSettings()
    /// How its fixes are checked before they are judged.
    public var feed = FeedSettings()
    /// When the source rests; nil for never.
    public var dutyCycle: DutyCycle?
    /// Whether it is closed while no started monitor uses it.
    public var closesWhenIdle = false

    /// A source with every option at its default.
    public init(name: String, kind: SourceKind) {
        self.name = name
        self.kind = kind
    }
}

/// Alternating spans of listening and resting, which save the power of a receiver.
public struct DutyCycle: Sendable, Hashable {
    /// Seconds of listening; at least 1, for a receiver needs that long to say anything.
    public var scan_s: Double
    /// Seconds of rest; more than 0.
    public var rest_s: Double

    /// Spans of listening and resting.
    public init(scan_s: Double, rest_s: Double) {
        self.scan_s = scan_s
        self.rest_s = rest_s
    }
}

/// How the words of a receiver are understood.
public struct DecodingSettings: Sendable, Hashable {
    /// Metres of range error of one satellite: accuracy is the dilution of precision times this.
    public var uere_m = 5.0
    /// Whether latitude 0, longitude 0 is a place and not a receiver's zero.
    public var allowNullIsland = false
    /// Whether positions that the receiver only extrapolated are fixes.
    public var deadReckoning = false
    /// Whether dates that are off by 1024 weeks are put right; otherwise they are not trusted.
    public var fixRollover = false

    /// Settings at their defaults.
    public init() {}
}
