/// How the fixes of one source are checked before fences are evaluated with them.
///
/// Each check that may be wrong about an honest source has a setting here that switches it off.
public struct FeedSettings: Sendable, Hashable {
    /// Where the fixes come from.
    public var origin = FixOrigin.live
    /// The source whose fixes it takes; nil for one that has its own.
    public var parent: String?
    /// What decides whether a fix is used; nil uses all.
    public var filter: FixFilter?
    /// Seconds of receiver time that pass in one second of boot time: 1 for what is live, the playing
    /// speed of a recording or a simulated way.
    public var pace = 1.0

    /// Seconds without an accepted fix until every state is unknown; nil is learned from the
    /// intervals of the source, see `StaleLimit`.
    public var stale_s: Double?
    /// Seconds between two fixes beyond which nothing is inferred about the way between them.
    public var maxGap_s = 120.0
    /// Metres per second beyond which a displacement is a jump, unless the receiver reports such a
    /// speed; nil switches the check off.
    public var maxSpeed_mps: Double? = 100.0
    /// The greatest `reorder_s`.
    public static let longestReorder_s = 3600.0
    /// Seconds that a late fix may wait to be put in order, at most `longestReorder_s`; 0 drops late fixes.
    public var reorder_s = 0.0
    /// Metres per second that a displacement may exceed what the reported speeds allow before the fix
    /// is suspect; nil switches the speed gate off.
    public var dopplerMargin_mps: Double? = 5.0
    /// Metres per square second by which the device may speed up or brake between two fixes; above 0.
    public var maxAcceleration_mps2 = 10.0
    /// Whether fixes are held against the order of receiver time. Where they are not, an older time
    /// begins a new time base at once.
    public var checksTimeOrder = true
    /// Whether dates are held against the wall clock and the build date.
    public var checksDates = true
    /// Whether the trusted wall clock tells anything about this source: false where the clock is set
    /// from this receiver.
    public var usesWallClock = true
    /// Whether events of fixes that arrive long after their time are marked late.
    public var marksLateArrival = true
    /// Whether a place with exactly one coordinate 0, far from the last fix, counts as missing.
    public var checksZeroCoordinates = true
    /// Whether altitudes that no device can have reached are unknown.
    public var checksHeights = true
    /// Whether a position that stays the same while the speed says otherwise is refused.
    public var checksFrozen = true
    /// Seconds of downtime after which saved state is not resumed.
    public var resumeMax_s = 3600.0

    /// Settings at their defaults.
    public init() {}
}

/// Where the fixes of a source come from, which decides what their times can be held against.
public enum FixOrigin: String, Sendable, Hashable, CaseIterable {
    /// A receiver or a client, in their own time and the wall clock's.
    case live
    /// A recorded file. It brings its own clock; the wall clock says nothing about it.
    case recording
    /// A simulated way. It brings its own clock and may be as fast as it likes.
    case simulated
}
