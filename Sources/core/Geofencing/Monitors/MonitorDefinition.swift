public import Chronology
public import Messages

/// A monitor as configured: one source, one rule, one fence set.
///
/// A nil value is taken from the `KindDefaults` of the fence's kind. A setting of the fence
/// overrides both.
public struct MonitorDefinition: Sendable, Hashable {
    /// The name in commands and messages, unique among monitors.
    public var name: String
    /// The configured id; nil if the name is the id.
    public var givenID: String?
    /// The key of its state, visits and events, unique among monitors. A monitor that is renamed
    /// continues with its state if its id is the same.
    public var id: String { givenID ?? name }
    /// The source whose fixes are evaluated.
    public var source: String
    /// The fence set that is evaluated; several monitors may share one.
    public var fences: FenceSetName
    /// Whether the monitor starts with the daemon.
    public var autostart = true

    /// Which transitions become events.
    public var rule = RuleType.enterOrExit
    /// The spatial relation that means entering and leaving.
    public var relation = SpatialRelationship.enterIntersectsAndExitDoesNotIntersect
    /// Whether the accuracy of a fix is part of its geometry.
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
    /// Seconds, 0 or more, without a needed floor or altitude after which a fence is unknown.
    public var floorHold_s = 30.0

    /// What the first evaluation of a fence reports.
    public var initial = InitialTrigger.enter
    /// The evidence that confirms an enter.
    public var confirmEnter = Confirmation()
    /// The evidence that confirms an exit.
    public var confirmExit = Confirmation()
    /// Seconds inside until `dwelled`, at least 0.001; nil for never.
    public var dwell_s: Double?
    /// Seconds between further `dwelled` events of one visit, at least 1; nil for one event only.
    public var dwellRepeat_s: Double?
    /// Seconds without evidence, 0 or more, that still count as dwelling; nil for the stale limit
    /// of the source.
    public var dwellMaxGap_s: Double?
    /// Whether events with a cause (fence changed, floor) respect the ignore period.
    public var causeRespectsIgnore = false
    /// Seconds without a report, at least 0.001, from which a suppressed change is diagnosed as
    /// `flapping`; nil for never.
    public var flapCap_s: Double?

    /// The confidence of the accuracy radius, 0.01 to 0.9999.
    public var accuracyConfidence = 0.95
    /// Metres, at least 0.001, for a fix without accuracy. With nil it is a point, with a warning.
    public var assumedAccuracy_m: Double?
    /// The accuracy at which a fix begins to be poor. A poor fix determines only fences whose
    /// boundary is farther away than the accuracy of the fix.
    public var accuracyLimit = AccuracyLimit.auto
    /// Metres of chord, 0 or more, below which a pass is not inferred; nil for twice the accuracy.
    public var minChord_m: Double?

    /// The hours in which fences without a schedule of their own are evaluated; nil for always.
    public var schedule: WeeklySchedule?
    /// The time zone of schedules; nil if the configured zone was not found.
    public var timeZone: ZoneRule? = .utc

    /// The message of events; nil for the standard sentence.
    public var message: MonitorMessage?
    /// All actions that events of this monitor may request.
    public var requestedActions: [String] = []
    /// The actions that its events request unless a message expression chooses others. Each is also
    /// in `requestedActions`.
    public var actions: [String] = []

    /// Creates a monitor with every option at its default.
    public init(name: String, source: String, fences: FenceSetName) {
        self.name = name
        self.source = source
        self.fences = fences
    }
}

/// The accuracy at which a fix begins to be poor.
public enum AccuracyLimit: Sendable, Hashable {
    /// Learned from the accuracies of the source.
    case auto
    /// A number of metres at the confidence of the monitor; above 0.
    case fixed(Double)
    /// No fix is poor.
    case off

    /// The stable name of the case: `auto`, `fixed` or `off`.
    public var word: String {
        switch self {
        case .auto: "auto"
        case .fixed: "fixed"
        case .off: "off"
        }
    }
}
