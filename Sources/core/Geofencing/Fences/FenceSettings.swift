public import Chronology

/// The settings of a fence, which override those of its monitor and its kind. Nil means that those
/// apply.
///
/// In GeoJSON these are the members of `properties.geofence`.
public struct FenceSettings: Sendable, Hashable {
    /// The kind, level or global; nil means level when `floor` is given, else global.
    public var kind: FenceKind?
    /// The floor of a level fence, -1000 to 1000.
    public var floor: Int?
    /// Whether the fence is evaluated; nil means true.
    public var enabled: Bool?
    /// The buffer around the shape in metres; 0 or more.
    public var buffer_m: Double?
    /// The tolerance for entering, as a fraction of the enclosing circle's radius, -1 to 100.
    public var toleranceEnter: Double?
    /// The tolerance for exiting, as such a fraction; not below that for entering.
    public var toleranceExit: Double?
    /// The tolerance for entering in metres, instead of fractions; negative shrinks the fence.
    public var toleranceEnter_m: Double?
    /// The tolerance for exiting in metres, instead of fractions; not below that for entering.
    public var toleranceExit_m: Double?
    /// The seconds of the ignore period, which each suppressed change restarts; 0 disables it.
    public var ignorePeriod_s: Double?
    /// The evidence required to enter.
    public var confirmEnter: Confirmation?
    /// The evidence required to exit.
    public var confirmExit: Confirmation?
    /// The seconds inside until the `dwelled` event; 0.001 or more.
    public var dwell_s: Double?
    /// The seconds between further `dwelled` events of one visit; 1 or more.
    public var dwellRepeat_s: Double?
    /// The seconds without evidence that still count as dwelling; 0 or more.
    public var dwellMaxGap_s: Double?
    /// The lowest altitude at which the fence is evaluated, in metres above mean sea level.
    public var altitudeMinimum_m: Double?
    /// The highest altitude at which the fence is evaluated, in metres above mean sea level.
    public var altitudeMaximum_m: Double?
    /// The time at which the fence expires.
    public var expiresAt: UTCInstant?
    /// The hours in which the fence is evaluated, in the time zone of its monitor.
    public var schedule: WeeklySchedule?

    /// Creates settings that override nothing.
    public init() {}

    /// The kind in force.
    public var effectiveKind: FenceKind { kind ?? (floor == nil ? .global : .level) }

    /// The floor in force; nil for a global fence.
    var effectiveFloor: Int? { effectiveKind == .level ? floor : nil }
}
