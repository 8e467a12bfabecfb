public import Chronology
public import Geodesy

/// One event of a fence, with everything that led to it.
public struct Transition: Sendable {
    /// What happened.
    public enum Kind: String, BitwiseCopyable, Sendable, Hashable, CaseIterable {
        /// The receiver came in.
        case entered
        /// The receiver left.
        case exited
        /// The receiver has stayed.
        case dwelled
    }

    /// How the time of crossing was found.
    public enum Method: String, BitwiseCopyable, Sendable, Hashable, CaseIterable {
        /// Interpolated along the straight way between the two fixes.
        case linear
        /// Only the bracket is known; its middle is given unless the state was unknown, or after a jump.
        case bracket
        /// The time of the fix itself.
        case fix
    }

    /// What other than movement caused the event.
    public enum Cause: String, BitwiseCopyable, Sendable, Hashable, CaseIterable {
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
    public struct Bracket: BitwiseCopyable, Sendable, Hashable {
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

    let facts: Facts
    /// The occasions of all that was told with it, and which of them is its own: so an event is moved in
    /// few words. Who keeps one keeps them all, with their fences.
    let occasions: [Occasion]
    let place: Int

    var watch: Watch { occasions[place].watch }
}

/// What is its own.
extension Transition {
    /// What happened.
    public var kind: Kind { facts.kind }
    /// When the stay began, if known on the present time scale of the feed.
    public var enteredAt: UTCInstant? { facts.visit.enteredAt }

    /// When the threshold was crossed; nil where the state was unknown meanwhile, after a jump, and where
    /// the fixes carry no time.
    public var crossedAt: UTCInstant? { facts.crossing.time }
    /// Where it was crossed.
    public var crossedPosition: Coordinate? { facts.crossing.position }
    /// Half-width of the uncertainty of `crossedAt`, in seconds.
    public var crossedAtError_s: Double? { facts.crossing.error_s }
    /// How `crossedAt` was found.
    public var method: Method { facts.crossing.method }
    /// The fixes around the crossing.
    public var bracket: Bracket? { facts.crossing.bracket }

    /// From the first judgement of the fence.
    public var isInitial: Bool { facts.isInitial }
    /// From the way between two fixes, both outside.
    public var isInferred: Bool { facts.isInferred }
    /// Held back by the ignore period.
    public var isDeferred: Bool { facts.isDeferred }
    /// Happened while the daemon or the source was away, or was reported long after.
    public var isLate: Bool { facts.crossing.isLate || isDelivery }
    /// Why it is late where it was not missed: `delivery` for a fix that arrived long after its time.
    public var lateReason: String? { isDelivery ? "delivery" : nil }
    private var isDelivery: Bool { update?.arrivedLate ?? false }
    /// The position that led to it followed a believed jump.
    public var isJump: Bool { facts.crossing.isJump }
    /// What other than movement caused it.
    public var cause: Cause? { facts.crossing.cause }

    /// The signed distance at which the fence is entered, or left, in metres.
    public var threshold_m: Double? { facts.threshold_m }
    /// Raw changes held back since the last report.
    public var suppressedToggles: Int { facts.suppressedToggles }
    /// Seconds without a fix that told of the fence, which a late event bridges.
    public var gap_s: Double? { facts.crossing.gap_s }
    /// Seconds of the stay so far, for `exited` and `dwelled`; nil when its begin or end is unknown.
    public var stay_s: Double? { facts.stay_s }
}

/// What stands with the monitor, the fix and the fence, and is read there when somebody asks.
extension Transition {
    /// The monitor that evaluated the fence.
    public var monitor: String { watch.monitor.name }
    /// The source it listens to.
    public var source: String { watch.monitor.source }
    /// What the receiver of the event is asked to do.
    public var actions: [String] { watch.monitor.actions }
    /// The last fix at the time of the decision.
    public var update: LocationUpdate? { occasions[place].update }
    /// When the event was decided, on the time scale of the feed.
    public var decidedAt: UTCInstant? { occasions[place].decidedAt }

    private var label: FenceLabel { watch.label(facts.fence) }
    /// Names the stay this event belongs to: the same for enter, dwells and exit; nil where the
    /// first judgement found the receiver outside, and there was none.
    public var visit: VisitName? {
        guard !(kind == .exited && isInitial) else { return nil }
        return facts.visit.name(of: label, under: watch.monitor)
    }
    /// The fence's id.
    public var fence: String { label.id }
    /// The fence's name.
    public var fenceName: String { label.name }
    /// The fence's kind.
    public var fenceKind: FenceKind { label.kind }
    /// The fence's properties, as JSON text.
    public var properties: String? { label.properties }
    /// Signed distance of `update` to the fence, metres, negative inside; nil for `dwelled`, which
    /// no fix decides, and for the exit of a fence that is not there any more.
    ///
    /// A judgement needs it only as far as it is near a threshold.
    public var distance_m: Double? { isOfFormerFence ? nil : measured_m }

    /// The distance to the fence as it is, or as it was before it went.
    var measured_m: Double? {
        guard kind != .dwelled, let update else { return nil }
        return watch.catalog.signedDistance(
            facts.fence, from: Standpoint(update.position))
    }
}

extension Transition: Hashable {
    /// Whether both tell the same of the same fence.
    public static func == (left: Transition, right: Transition) -> Bool {
        left.facts.saysTheSame(as: right.facts) && left.label == right.label
            && left.watch.monitor == right.watch.monitor
            && left.update == right.update && left.decidedAt == right.decidedAt
    }

    /// Takes in what names the event.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(visit)
        hasher.combine(label)
    }
}
