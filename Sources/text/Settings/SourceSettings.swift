public import Fixes

/// A configured source of fixes.
public struct SourceSettings: Sendable, Hashable {
    /// The name that monitors use, unique among sources.
    public var name: String
    /// The driver that delivers the fixes.
    public var kind: SourceKind
    /// How the data of the receiver is decoded.
    public var decoding = DecodingSettings()
    /// How fixes are checked before they are evaluated.
    public var feed = FeedSettings()
    /// When the source rests; nil if it never rests.
    public var dutyCycle: DutyCycle?
    /// The seconds without data after which a TCP connection is left and opened again; 0 for never, nil
    /// for a limit from the usual interval.
    public var silence_s: Double?
    /// Whether the source is closed while no started monitor uses it.
    public var closesWhenIdle = false

    /// Creates a source with all options at their defaults.
    public init(name: String, kind: SourceKind) {
        self.name = name
        self.kind = kind
    }
}

/// Alternating periods of listening and resting, which save the power of a receiver.
public struct DutyCycle: Sendable, Hashable {
    /// The seconds of listening; at least 1, because a receiver needs that long to report anything.
    public var scan_s: Double
    /// The seconds of rest; more than 0.
    public var rest_s: Double

    /// Creates a cycle of listening and resting.
    public init(scan_s: Double, rest_s: Double) {
        self.scan_s = scan_s
        self.rest_s = rest_s
    }
}

/// How the data of a receiver is decoded.
public struct DecodingSettings: Sendable, Hashable {
    /// User equivalent range error in metres: the accuracy is this times the dilution of precision.
    public var uere_m = 5.0
    /// Whether latitude 0, longitude 0 is a position and not a receiver's placeholder.
    public var allowNullIsland = false
    /// Whether positions extrapolated by the receiver count as fixes.
    public var deadReckoning = false
    /// Whether dates that are off by 1024 weeks are corrected; otherwise they are not trusted.
    public var fixRollover = false

    /// Creates the default settings.
    public init() {}
}
