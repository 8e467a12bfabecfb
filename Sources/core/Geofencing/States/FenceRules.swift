import Chronology

/// The settings for the evaluation of one fence under one monitor: those of the fence override
/// those of the monitor, which override those of the kind. They are plain values; the opening hours
/// are stored separately.
struct FenceRules: Sendable, Hashable {
    var kind: FenceKind
    var isEnabled: Bool
    var relation: SpatialRelationship
    var buffer_m: Double
    /// The distances in metres outside the drawn boundary at which it is entered and left: the
    /// buffer plus the tolerances in metres.
    let enterOffset_m: Double
    let exitOffset_m: Double
    /// Further tolerances, as fractions of the radius of the enclosing circle.
    let toleranceEnter: Double
    let toleranceExit: Double
    /// The ignore period after a report and after each suppressed change, in nanoseconds; 0: none.
    let ignorePeriod_ns: Int64
    /// Whether changes with a cause respect the ignore period.
    var causeRespectsIgnore: Bool
    /// Seconds without a report from which a suppressed change causes a `flapping` diagnostic.
    var flapCap_s: Double?
    /// What the first evaluation reports.
    var initial: InitialTrigger
    /// The confirmation that entering and leaving need.
    var confirmEnter: Confirmation
    var confirmExit: Confirmation
    /// The floor of a level fence; nil for a global one, which ignores floors.
    var floor: Int?
    var floorPolicy: FloorPolicy
    var altitude: AltitudeLimits
    var dwell_s: Double?
    var dwellRepeat_s: Double?
    /// Seconds without evidence that still count as dwelling; nil for the stale limit.
    var dwellMaxGap_s: Double?
    var expiresAt: UTCInstant?
    /// Whether that time has come.
    var isExpired = false
    /// Whether the fence is evaluated by a schedule.
    var hasSchedule = false
    /// Whether the schedule is open; nil until a fix of this run has given the time.
    var isOpen: Bool?

    init(
        definition: MonitorDefinition, level: KindDefaults, global: KindDefaults,
        settings: FenceSettings
    ) {
        kind = settings.effectiveKind
        let defaults = kind == .level ? level : global
        isEnabled = defaults.enabled && settings.enabled ?? true
        relation = definition.relation
        buffer_m = settings.buffer_m ?? definition.buffer_m
        let tolerances = settings.tolerances.over(
            definition.tolerances.over(defaults.tolerances))
        let (enter, exit) = (tolerances.enter ?? 0, tolerances.exit ?? 0)
        let isInMetres = tolerances.unit == .metres
        (enterOffset_m, exitOffset_m) =
            isInMetres ? (buffer_m + enter, buffer_m + exit) : (buffer_m, buffer_m)
        (toleranceEnter, toleranceExit) = isInMetres ? (0, 0) : (enter, exit)
        ignorePeriod_ns = IgnoreWindow.period_ns(
            ofSeconds: settings.ignorePeriod_s ?? definition.ignorePeriod_s
                ?? defaults.ignorePeriod_s)
        causeRespectsIgnore = definition.causeRespectsIgnore
        flapCap_s = definition.flapCap_s
        initial = definition.initial
        confirmEnter = settings.confirmEnter ?? definition.confirmEnter
        confirmExit = settings.confirmExit ?? definition.confirmExit
        floor = settings.effectiveFloor
        floorPolicy = definition.floorPolicy ?? defaults.floorPolicy
        altitude = AltitudeLimits(of: settings)
        dwell_s = settings.dwell_s ?? definition.dwell_s
        dwellRepeat_s = settings.dwellRepeat_s ?? definition.dwellRepeat_s
        dwellMaxGap_s = settings.dwellMaxGap_s ?? definition.dwellMaxGap_s
        expiresAt = settings.expiresAt
    }

    /// Whether such a fence has expired at `time`.
    func hasExpired(by time: UTCInstant) -> Bool { expiresAt.map { $0 <= time } ?? false }

    /// Whether such a fence is evaluated at all.
    var isEvaluated: Bool { isEnabled && !isExpired && (!hasSchedule || isOpen == true) }

    /// Whether the state of such a fence is discarded. A fence that is not evaluated because no fix
    /// has given the time yet keeps the state of an earlier run.
    var isDismissed: Bool { !isEnabled || isExpired || isOpen == false }

    var hasTolerance: Bool { toleranceEnter != 0 || toleranceExit != 0 }

    /// The fraction of the enclosing radius by which thresholds may lie outside the fence.
    var widestTolerance: Double { max(0, toleranceEnter, toleranceExit) }

    /// The defect of the rules, as the end of a sentence about the fence; nil when there is none.
    var problem: String? {
        if kind == .level && floor == nil { return "is a level fence without a floor; give it one" }
        if !(toleranceExit >= toleranceEnter) {
            return "has tolerance_exit below tolerance_enter, so that a fix could enter and leave "
                + "at once; raise tolerance_exit"
        }
        if !(exitOffset_m >= enterOffset_m) {
            return "has tolerance_exit_m below tolerance_enter_m, so that a fix could enter and "
                + "leave at once; raise tolerance_exit_m"
        }
        return nil
    }
}
