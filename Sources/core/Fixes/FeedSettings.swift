/// The settings of one source for the checks of its fixes before fences are evaluated with them.
///
/// Each check that can be wrong about a correct source has a setting that switches it off.
public struct FeedSettings: Sendable, Hashable {
    /// The origin of the fixes.
    public var origin = FixOrigin.live
    /// The name of the source whose fixes this source uses; nil for a source with its own fixes.
    public var parent: String?
    /// The filter that decides whether a fix is used; nil uses all fixes.
    public var filter: FixFilter?
    /// The seconds of receiver time in one second of boot time: 1 for a live or simulated source,
    /// the playback speed for a recording, 0.001 to 1e6.
    public var pace = 1.0

    /// The seconds without an accepted fix after which every state is unknown, at least 0.1. Nil
    /// means a limit from the intervals of the source, at least 10 s; see `StaleLimit`.
    public var stale_s: Double?
    /// The seconds between two fixes, 0 or more, beyond which nothing is inferred from the segment.
    public var maxGap_s = 120.0
    /// The speed in metres per second beyond which a displacement is a jump, unless the receiver
    /// reports such a speed; nil switches the check off.
    public var maxSpeed_mps: Double? = 100.0
    /// The greatest `reorder_s`.
    public static let longestReorder_s = 3600.0
    /// The seconds that a fix may wait to be reordered, at most `longestReorder_s`; 0 drops late
    /// fixes.
    public var reorder_s = 0.0
    /// The speed in metres per second by which a displacement may exceed the reported speeds before
    /// the fix is suspect, 0 or more; nil switches the speed gate off.
    public var dopplerMargin_mps: Double? = 5.0
    /// The limit of acceleration and braking between two fixes, in metres per square second; above
    /// 0.
    public var maxAcceleration_mps2 = 10.0
    /// Whether fixes are checked against the order of receiver time. Without this check, an older
    /// time begins a new time base at once.
    public var checksTimeOrder = true
    /// Whether dates are checked against the wall clock and the build date.
    public var checksDates = true
    /// Whether the trusted wall clock is meaningful for this source: false when the clock is set
    /// from this receiver.
    public var usesWallClock = true
    /// Whether events of fixes that arrive long after their time are marked late.
    public var marksLateArrival = true
    /// Whether a place with exactly one coordinate 0, far from the last fix, counts as missing.
    public var checksZeroCoordinates = true
    /// Whether altitudes that the device cannot have reached count as unknown.
    public var checksHeights = true
    /// Whether fixes are refused whose position has not changed in at least 10 fixes and 60 s
    /// although the reported speed is above 2 m/s.
    public var checksFrozen = true
    /// The seconds of downtime after which saved state is not resumed.
    public var resumeMax_s = 3600.0

    /// Creates settings with their defaults.
    public init() {}
}

/// The origin of the fixes of a source. It decides which clocks their times can be checked against.
public enum FixOrigin: String, Sendable, Hashable, CaseIterable {
    /// A receiver or a client, with its own time and the wall clock.
    case live
    /// A recorded file with its own clock; the wall clock is not meaningful for it.
    case recording
    /// A simulated route with its own clock and without a speed limit.
    case simulated
}
