public import Chronology
public import Geodesy

/// One event of a fence, with everything that led to it.
public struct Transition: Sendable, Hashable {
    /// What happened.
    public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
        /// The receiver came in.
        case entered
        /// The receiver left.
        case exited
        /// The receiver has stayed.
        case dwelled
    }

    /// How the time of crossing was found.
    public enum Method: String, Sendable, Hashable, CaseIterable, Codable {
        /// Interpolated along the straight way between the two fixes.
        case linear
        /// Only the bracket is known; the middle is given.
        case bracket
        /// The time of the fix itself.
        case fix
    }

    /// What other than movement caused the event.
    public enum Cause: String, Sendable, Hashable, CaseIterable, Codable {
        /// The fence's geometry, buffer or tolerance was edited.
        case fenceChanged = "fence-changed"
        /// The fence was removed.
        case fenceRemoved = "fence-removed"
        /// The fence's time ran out.
        case fenceExpired = "fence-expired"
        /// The fence's schedule closed.
        case scheduleClosed = "schedule-closed"
        /// The floor changed.
        case floor
    }

    /// The last fix before and the first fix after the crossing.
    public struct Bracket: Sendable, Hashable {
        /// Time of the last fix before.
        public var before: UTCInstant
        /// Time of the first fix after.
        public var after: UTCInstant

        /// The span between two fixes.
        public init(before: UTCInstant, after: UTCInstant) {
            self.before = before
            self.after = after
        }
    }

    /// What happened.
    public var kind: Kind
    let judge: Boxed<MonitorLabel>
    let label: FenceLabel
    /// Names the stay this event belongs to: the same for enter, dwells and exit.
    public var visit: VisitName
    /// When the stay began, if known.
    public var enteredAt: UTCInstant?

    /// When the threshold was crossed; nil where only the bracket is known.
    public var crossedAt: UTCInstant?
    /// Where it was crossed.
    public var crossedPosition: Coordinate?
    /// Half-width of the uncertainty of `crossedAt`, in seconds.
    public var crossedAtError_s: Double?
    /// How `crossedAt` was found.
    public var method = Method.fix
    /// The fixes around the crossing.
    public var bracket: Bracket?
    /// When the event was decided, on the time scale of the feed.
    public var decidedAt: UTCInstant?

    /// From the first judgement of the fence.
    public var isInitial = false
    /// From the way between two fixes, both outside.
    public var isInferred = false
    /// Held back by the ignore period.
    public var isDeferred = false
    /// Happened while the daemon or the feed was away.
    public var isLate = false
    /// The position that led to it followed a believed jump.
    public var isJump = false
    /// What other than movement caused it.
    public var cause: Cause?

    /// The last fix at the time of the decision.
    public var update: LocationUpdate?
    /// The signed distance at which the fence is entered, or left, in metres.
    public var threshold_m: Double?
    /// Raw changes held back since the last report.
    public var suppressedToggles = 0
    /// Seconds of missing fixes that a late event bridges.
    public var gap_s: Double?
    /// Seconds of the stay so far, for `exited` and `dwelled`; nil when its begin or end is unknown.
    public var stay_s: Double?

    /// An event of that kind; everything else is set afterwards.
    init(_ kind: Kind, of label: FenceLabel, by judge: Boxed<MonitorLabel>, visit: VisitName) {
        self.kind = kind
        self.label = label
        self.judge = judge
        self.visit = visit
    }
}

/// What stands with the fence and the monitor, and is read there when somebody asks.
extension Transition {
    /// The monitor that judged.
    public var monitor: String { judge.value.name }
    /// The source it listens to.
    public var source: String { judge.value.source }
    /// What the receiver of the event is asked to do.
    public var actions: [String] { judge.value.actions }
    /// The text of `message`; nil is a plain sentence.
    var wording: MessageTemplate? { judge.value.wording }
    /// The fence's id.
    public var fence: String { label.id }
    /// The fence's name.
    public var fenceName: String { label.name }
    /// The fence's kind.
    public var fenceKind: FenceKind { label.kind }
    /// The fence's properties, as JSON text.
    public var properties: String? { label.properties }
    /// Signed distance of `update` to the fence, metres, negative inside; nil for `dwelled`, which
    /// no fix decides.
    ///
    /// A judgement needs it only as far as it is near a threshold.
    public var distance_m: Double? {
        guard kind != .dwelled, let update else { return nil }
        return label.catalog.signedDistance(label.number, from: Standpoint(update.position))
    }
}
