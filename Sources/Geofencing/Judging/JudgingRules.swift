import Chronology

/// Everything that decides the judgement of one fence under one monitor: the fence's own settings
/// over the monitor's over those of the kind. Plain words but for its hours, which stand beside it.
struct JudgingRules: Sendable, Hashable {
    var kind: FenceKind
    var isEnabled: Bool
    var relation: SpatialRelationship
    var buffer_m: Double
    /// Metres outside the boundary as drawn at which it is entered and left: the buffer and the
    /// tolerances in metres.
    let enterOffset_m: Double
    let exitOffset_m: Double
    /// What comes on top, in shares of the enclosing circle's radius.
    let toleranceEnter: Double
    let toleranceExit: Double
    private let ignorePeriod_s: Double
    /// The same as windows count it, after every report.
    let ignorePeriod_ns: Int64
    /// Whether changes with a cause respect it.
    var causeRespectsIgnore: Bool
    /// Seconds of held-back toggles without a report that are worth a diagnostic.
    var flapCap_s: Double?
    /// What the first judgement reports.
    var initial: InitialTrigger
    /// The evidence that entering and leaving need.
    var confirmEnter: Confirmation
    var confirmExit: Confirmation
    /// The floor of a level fence; nil for a global one, which heeds no floor.
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
    /// Whether it is judged by a schedule.
    var hasSchedule = false
    /// Whether the schedule is open; nil until a fix of this run has told the time.
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
        ignorePeriod_s =
            settings.ignorePeriod_s ?? definition.ignorePeriod_s ?? defaults.ignorePeriod_s
        ignorePeriod_ns = IgnoreWindow.period_ns(ofSeconds: ignorePeriod_s)
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

    /// Whether such a fence does not exist any more at `time`.
    func hasExpired(by time: UTCInstant) -> Bool { expiresAt.map { $0 <= time } ?? false }

    /// Whether such a fence is judged at all.
    var isJudged: Bool { isEnabled && !isExpired && (!hasSchedule || isOpen == true) }

    /// Whether nothing is to be known of such a fence. One that is not judged because nobody has told
    /// the time yet keeps what an earlier run knew.
    var isDismissed: Bool { !isEnabled || isExpired || isOpen == false }

    var hasTolerance: Bool { toleranceEnter != 0 || toleranceExit != 0 }

    /// The share of the enclosing radius by which thresholds may lie outside the fence.
    var widestTolerance: Double { max(0, toleranceEnter, toleranceExit) }

    /// What is wrong with the rules, as the end of a sentence about the fence; nil when nothing.
    var problem: String? {
        if kind == .level && floor == nil { return "is a level fence without a floor; give it one" }
        if !(buffer_m >= 0) || !buffer_m.isFinite { return "has a negative buffer; use 0 or more" }
        if !(toleranceExit >= toleranceEnter) {
            return "has tolerance_exit below tolerance_enter, so that a fix could enter and leave "
                + "at once; raise tolerance_exit"
        }
        if !(exitOffset_m >= enterOffset_m) {
            return "has tolerance_exit_m below tolerance_enter_m, so that a fix could enter and "
                + "leave at once; raise tolerance_exit_m"
        }
        if confirmEnter.fixes < 1 || confirmExit.fixes < 1 {
            return "has a confirmation of no fix; use 1 or more"
        }
        if let dwellRepeat_s, !(dwellRepeat_s >= 1) {
            return "has a dwell_repeat_s below 1; use 1 or more"
        }
        if !(ignorePeriod_s >= 0) { return "has a negative ignore period; use 0 or more" }
        return nil
    }
}
