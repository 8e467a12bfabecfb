public import Chronology

/// A monitor as configured: one feed, one rule, one set of fences.
///
/// A nil value is taken from the `KindDefaults` of the fence's kind; a fence's own settings win
/// over both.
public struct MonitorDefinition: Sendable, Hashable {
    /// The name people use, unique among monitors.
    public var name: String
    /// What its state, its visits and its events are kept under, as configured; nil for the name.
    public var givenID: String?
    /// What its state, its visits and its events are kept under: a monitor that gets another name and
    /// keeps its id goes on. Unique among monitors.
    public var id: String { givenID ?? name }
    /// The source whose fixes are judged.
    public var source: String
    /// The fence set that is watched; several monitors may share one.
    public var fences: FenceSetName
    /// Whether the monitor starts with the daemon.
    public var autostart = true

    /// Which transitions become events.
    public var rule = RuleType.enterOrExit
    /// Which relation counts.
    public var relation = SpatialRelationship.enterIntersectsAndExitDoesNotIntersect
    /// Whether accuracy takes part.
    public var accuracyMode = AccuracyMode.useGeometry
    /// Metres added around every fence; 0 or more.
    public var buffer_m = 0.0
    /// Overrides `KindDefaults.toleranceEnter`.
    public var toleranceEnter: Double?
    /// Overrides `KindDefaults.toleranceExit`.
    public var toleranceExit: Double?
    /// Overrides `KindDefaults.toleranceEnter_m`.
    public var toleranceEnter_m: Double?
    /// Overrides `KindDefaults.toleranceExit_m`.
    public var toleranceExit_m: Double?
    /// Overrides `KindDefaults.ignorePeriod_s`.
    public var ignorePeriod_s: Double?
    /// Overrides `KindDefaults.floorPolicy`.
    public var floorPolicy: FloorPolicy?
    /// Seconds without a floor or an altitude after which a fence that needs one becomes unknown.
    public var floorHold_s = 30.0

    /// What the first judgement reports.
    public var initial = InitialTrigger.enter
    /// Evidence needed to enter.
    public var confirmEnter = Confirmation()
    /// Evidence needed to leave.
    public var confirmExit = Confirmation()
    /// Seconds inside until `dwelled`; nil for never.
    public var dwell_s: Double?
    /// Seconds between further `dwelled` of one visit; nil for one only.
    public var dwellRepeat_s: Double?
    /// Seconds without evidence that still count as dwelling; nil for the feed's stale limit.
    public var dwellMaxGap_s: Double?
    /// Whether events with a cause (fence changed, floor) respect the ignore period.
    public var causeRespectsIgnore = false
    /// Seconds of held-back toggles without a report after which `flapping` is diagnosed.
    public var flapCap_s: Double?

    /// Confidence of the accuracy radius that is tested, 0 to 1.
    public var accuracyConfidence = 0.95
    /// Metres used where a fix has no accuracy; nil treats it as a point, with a warning.
    public var assumedAccuracy_m: Double?
    /// From which accuracy on a fix is poor: it decides only about fences whose boundary is farther away
    /// than its own accuracy.
    public var accuracyLimit = AccuracyLimit.auto
    /// Metres of chord below which a pass-through is not inferred; nil for twice the accuracy.
    public var minChord_m: Double?

    /// The hours in which fences without a schedule of their own are judged; nil is always.
    public var schedule: WeeklySchedule?
    /// The zone by whose clock schedules count; nil is one that could not be found.
    public var timeZone: ZoneRule? = .utc

    /// What makes an event's `message`; nil for the standard sentence.
    public var message: MonitorMessage?
    /// Every action this monitor may ever ask for.
    public var requestedActions: [String] = []
    /// The actions its events ask for; each also in `requestedActions`.
    public var actions: [String] = []

    /// The metres of a fixed accuracy limit; nil for any other. Setting nil stands for `auto`.
    public var maxAccuracy_m: Double? {
        get { if case .fixed(let metres) = accuracyLimit { metres } else { nil } }
        set { accuracyLimit = newValue.map(AccuracyLimit.fixed) ?? .auto }
    }

    /// A monitor with every option at its default.
    public init(name: String, source: String, fences: FenceSetName) {
        self.name = name
        self.source = source
        self.fences = fences
    }
}

/// From which accuracy on a fix is poor.
public enum AccuracyLimit: Sendable, Hashable {
    /// Learned from the accuracies of the source.
    case auto
    /// So many metres at the confidence of the monitor; above 0.
    case fixed(Double)
    /// No fix is poor.
    case off

    /// The stable word of the kind: `auto`, `fixed` or `off`.
    public var word: String {
        switch self {
        case .auto: "auto"
        case .fixed: "fixed"
        case .off: "off"
        }
    }
}
