import Chronology

/// Everything that decides the judgement of one fence under one monitor: the fence's own settings
/// over the monitor's over those of the kind. Plain words but for its hours, which stand beside it.
struct JudgingRules: Sendable, Hashable {
    var kind: FenceKind
    var isEnabled: Bool
    var relation: SpatialRelationship
    var buffer_m: Double
    var toleranceEnter: Double
    var toleranceExit: Double
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
        toleranceEnter =
            settings.toleranceEnter ?? definition.toleranceEnter ?? defaults.toleranceEnter
        toleranceExit = settings.toleranceExit ?? definition.toleranceExit ?? defaults.toleranceExit
        ignorePeriod_s =
            settings.ignorePeriod_s ?? definition.ignorePeriod_s ?? defaults.ignorePeriod_s
        ignorePeriod_ns = IgnoreWindow.period_ns(ofSeconds: ignorePeriod_s)
        causeRespectsIgnore = definition.causeRespectsIgnore
        flapCap_s = definition.flapCap_s
        initial = definition.initial
        confirmEnter = definition.confirmEnter
        confirmExit = definition.confirmExit
        floor = settings.effectiveFloor
        floorPolicy = definition.floorPolicy ?? defaults.floorPolicy
        altitude = AltitudeLimits(of: settings)
        dwell_s = settings.dwell_s ?? definition.dwell_s
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
        if !(ignorePeriod_s >= 0) { return "has a negative ignore period; use 0 or more" }
        return nil
    }
}
