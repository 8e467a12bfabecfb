public import Chronology

/// What a fence says of itself, over its monitor and its kind; nil leaves theirs in force.
///
/// In GeoJSON these are the members of `properties.geofence`.
public struct FenceSettings: Sendable, Hashable {
    /// Level or global; nil is level when `floor` is given, else global.
    public var kind: FenceKind?
    /// The floor a level fence lies on.
    public var floor: Int?
    /// Whether the fence is judged; nil is yes.
    public var enabled: Bool?
    /// Metres around the shape; 0 or more.
    public var buffer_m: Double?
    /// Share of the enclosing circle's radius for entering.
    public var toleranceEnter: Double?
    /// Share of the enclosing circle's radius for leaving.
    public var toleranceExit: Double?
    /// Metres for entering, instead of shares.
    public var toleranceEnter_m: Double?
    /// Metres for leaving, instead of shares.
    public var toleranceExit_m: Double?
    /// Seconds of the ignore period.
    public var ignorePeriod_s: Double?
    /// The evidence needed to enter.
    public var confirmEnter: Confirmation?
    /// The evidence needed to leave.
    public var confirmExit: Confirmation?
    /// Seconds until `dwelled`.
    public var dwell_s: Double?
    /// Seconds between further `dwelled` of one visit; 1 or more.
    public var dwellRepeat_s: Double?
    /// Seconds without evidence that still count as dwelling.
    public var dwellMaxGap_s: Double?
    /// The lowest altitude, metres above mean sea level, at which the fence is judged.
    public var altitudeMinimum_m: Double?
    /// The highest altitude, metres above mean sea level, at which the fence is judged.
    public var altitudeMaximum_m: Double?
    /// When the fence ceases to exist.
    public var expiresAt: UTCInstant?
    /// The hours in which the fence is judged, by the clock of its monitor's zone.
    public var schedule: WeeklySchedule?

    /// Settings that override nothing.
    public init() {}

    /// The kind in force.
    public var effectiveKind: FenceKind { kind ?? (floor == nil ? .global : .level) }

    /// The floor that is heeded: none by a global fence.
    var effectiveFloor: Int? { effectiveKind == .level ? floor : nil }
}
