/// How the fixes of one source are checked before they are judged.
public struct FeedSettings: Sendable, Hashable {
    /// Seconds without an accepted fix until every state is unknown; nil is the larger of 10 s
    /// and five median intervals.
    public var stale_s: Double?
    /// Seconds between two fixes beyond which nothing is inferred about the way between them.
    public var maxGap_s = 120.0
    /// Metres per second beyond which a step is not believed until three fixes over 3 s agree.
    public var maxSpeed_mps = 100.0
    /// Seconds that a late fix may wait to be put in order; 0 drops late fixes.
    public var reorder_s = 0.0
    /// Metres per second that a step may exceed the reported speed before it is suspect; nil
    /// switches the Doppler gate off.
    public var dopplerMargin_mps: Double? = 5.0
    /// Seconds of downtime after which saved state is not resumed.
    public var resumeMax_s = 3600.0

    /// Settings at their defaults.
    public init() {}
}
