public import Chronology
public import Fixes
public import Geodesy

/// One event of a fence, with everything that led to it.
public struct Transition: Sendable {
    /// What happened.
    public enum Kind: String, BitwiseCopyable, Sendable, Hashable, CaseIterable {
        /// The receiver entered.
        case entered
        /// The receiver left.
        case exited
        /// The receiver has stayed inside for the configured time.
        case dwelled
    }

    /// How the time of the crossing was determined.
    public enum Method: String, BitwiseCopyable, Sendable, Hashable, CaseIterable {
        /// Interpolated along the segment between the two fixes.
        case linear
        /// Only the bracket is known. Its middle is given, unless the state was unknown or a jump
        /// occurred.
        case bracket
        /// The time of the fix itself.
        case fix
    }

    /// A cause of the event other than movement.
    public enum Cause: String, BitwiseCopyable, Sendable, Hashable, CaseIterable {
        /// The fence's geometry, buffer or tolerance was edited.
        case fenceChanged = "fence-changed"
        /// The fence was removed.
        case fenceRemoved = "fence-removed"
        /// The fence expired.
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
    }

    let facts: Facts
    /// The context of the event. A stored event retains its monitor and its fences in memory.
    let eventContext: EventContext
}

/// Data of the event itself.
extension Transition {
    /// What happened.
    public var kind: Kind { facts.kind }
    /// When the visit began, if known on the present time scale of the source.
    public var enteredAt: UTCInstant? { facts.visit.enteredAt }

    /// When the threshold was crossed. Nil if the state was unknown in between, after a jump, and
    /// if the fixes have no time.
    public var crossedAt: UTCInstant? { facts.crossing.time }
    /// Where the threshold was crossed.
    public var crossedPosition: Coordinate? { facts.crossing.position }
    /// Half-width of the uncertainty of `crossedAt`, in seconds.
    public var crossedAtError_s: Double? { facts.crossing.error_s }
    /// How `crossedAt` was determined.
    public var method: Method { facts.crossing.method }
    /// The fixes around the crossing.
    public var bracket: Bracket? { facts.crossing.bracket }

    /// Whether the event is from the first evaluation of the fence.
    public var isInitial: Bool { facts.isInitial }
    /// Whether the event is inferred from the segment between two fixes that are both outside.
    public var isInferred: Bool { facts.isInferred }
    /// Whether the ignore period suppressed the event at first.
    public var isDeferred: Bool { facts.isDeferred }
    /// Whether the crossing happened while the daemon or the source was down, or was reported long
    /// after.
    public var isLate: Bool { facts.crossing.isLate || isDelivery }
    /// The reason of a late event that was not missed: `delivery` for a fix that arrived long after
    /// its time.
    public var lateReason: String? { isDelivery ? "delivery" : nil }
    private var isDelivery: Bool { update?.arrivedLate ?? false }
    /// Whether the position that led to the event followed an accepted jump.
    public var isJump: Bool { facts.crossing.isJump }
    /// The cause other than movement; nil for movement.
    public var cause: Cause? { facts.crossing.cause }

    /// The signed distance at which the fence is entered, or left, in metres.
    public var threshold_m: Double? { facts.threshold_m }
    /// The number of confirmed changes suppressed since the last report.
    public var suppressedToggles: Int { facts.suppressedToggles }
    /// Seconds without a determinate fix of the fence before an event after a gap; nil without one.
    public var gap_s: Double? { facts.crossing.gap_s }
    /// Seconds of the visit so far, for `exited` and `dwelled`; nil when its begin or end is
    /// unknown.
    public var duration_s: Double? { facts.duration_s }
}

/// Data of the monitor, the fix and the fence. They are looked up when they are read.
extension Transition {
    /// The monitor that evaluated the fence.
    public var monitor: String { eventContext.monitor.name }
    /// The source of the monitor.
    public var source: String { eventContext.monitor.source }
    /// The actions that the event requests.
    public var actions: [String] { eventContext.monitor.definition.actions }
    /// The last fix at the time of the decision.
    public var update: LocationUpdate? { eventContext.update }
    /// When the event was decided, on the time scale of the source.
    public var decidedAt: UTCInstant? { eventContext.decidedAt }

    private var label: FenceLabel { eventContext.label(facts.fence) }
    /// The name of the visit, the same for its enter, dwells and exit. Nil if the first evaluation
    /// found the receiver outside, because then there was no visit.
    public var visit: VisitName? {
        guard !(kind == .exited && isInitial) else { return nil }
        return facts.visit.name(of: label, under: eventContext.monitor)
    }
    /// The id of the fence.
    public var fence: String { label.id }
    /// The name of the fence.
    public var fenceName: String { label.name }
    /// The kind of the fence.
    public var fenceKind: FenceKind { label.kind }
    /// The properties of the fence, as JSON text.
    public var properties: String? { label.properties }
    /// The signed distance from `update` to the fence in metres, negative inside. Nil for
    /// `dwelled`, which no fix decides, and for the exit of a fence that was removed or has moved
    /// away.
    ///
    /// The distance is calculated when it is read: an evaluation needs it only near a threshold.
    public var distance_m: Double? { isOfFormerFence ? nil : measured_m }

    /// The signed distance to the fence in metres, or to its last shape if the fence was removed.
    var measured_m: Double? {
        guard kind != .dwelled, let update else { return nil }
        return eventContext.catalog.signedDistance(
            facts.fence, from: LocalFrame(update.position))
    }
}

/// The order of the events of one instant.
extension Transition {
    /// Whether the event is emitted before another one: an exit precedes the enter of an adjacent
    /// fence.
    func precedes(_ other: Transition) -> Bool {
        if group != other.group { return group < other.group }
        if let instant, let other = other.instant, instant != other { return instant < other }
        if eventContext.index != other.eventContext.index {
            return eventContext.index < other.eventContext.index
        }
        return label.precedes(other.label)
    }

    private var group: Int {
        switch kind {
        case .entered where isInferred, .exited where isInferred: 1
        case .exited: 0
        case .entered: 2
        case .dwelled: 3
        }
    }

    /// The boot clock at the crossing, or at the decision if only a bracket is known. The events of
    /// a pass belong together.
    private var instant: BootInstant? {
        let crossing = facts.crossing
        if isInferred { return facts.visit.instant }
        // A change that was suppressed across a reboot is dated by its time alone.
        let isDated = crossing.isDated || crossing.time != nil || kind == .dwelled
        return isDated ? crossing.boot : eventContext.now
    }
}

extension Transition: Hashable {
    /// Returns whether both are the same event of the same fence.
    public static func == (left: Transition, right: Transition) -> Bool {
        left.facts.saysTheSame(as: right.facts) && left.label == right.label
            && left.eventContext.monitor == right.eventContext.monitor
            && left.update == right.update && left.decidedAt == right.decidedAt
    }

    /// Hashes the identity of the event.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(visit)
        hasher.combine(label)
    }
}
