public import Chronology
import Fixes

/// The present state of a monitor.
public struct MonitorSnapshot: Sendable, Hashable {
    /// The configured definition.
    public var definition: MonitorDefinition
    /// The status: stopped, started, paused and so on.
    public var status: MonitorStatus
    /// The present warnings.
    public var warnings: [MonitorWarning]
    /// The number of fences of the monitor, without invalid ones but with those switched off.
    public var fenceCount: Int
    /// The ids of the fences that are known to be inside, in order; none while the source is stale.
    public var inside: [String]
    /// The same fences in the order in which they were entered, the latest at the end.
    public var entered: [EnteredFence] = []
    /// The number of events that got the standard message because the message expression failed.
    public var messageFailures = 0
}

/// A fence that is inside.
public struct EnteredFence: Sendable, Hashable {
    /// The fence's id.
    public var fence: String
    /// The fence's name.
    public var name: String
    /// The time of entry; nil when the receiver was already inside, or receiver time is missing.
    public var enteredAt: UTCInstant?
    /// The time since which the fence is known to be inside; nil if unknown, as after a restart.
    public var knownSince: UTCInstant?
}

/// The present state of a fence under one monitor.
public struct FenceSnapshot: Sendable, Hashable {
    /// The fence.
    public var fence: Fence
    /// Inside, outside or unknown. Unknown while the source is stale or the fence is not evaluated,
    /// and after that until a fix determines the side.
    public var side: FenceRecord.Side
    /// The reason why the side is unknown: `no-fix`, `stale`, `poor-accuracy`, `floor-unknown`,
    /// `altitude-unknown`, `band`; or the reason why the fence is not evaluated: `monitor-stopped`,
    /// `disabled`, `invalid`, `expired`, `schedule-closed`.
    public var unknownReason: String?
    /// The open visit; nil when there is none.
    public var visit: VisitName?
    /// The time of entry of that visit; nil when unknown.
    public var enteredAt: UTCInstant?
    /// The seconds left of the ignore period; nil when none runs.
    public var window_s: Double?
    /// The signed distance in metres of the last fix, without buffer; nil when there is no fix.
    public var distance_m: Double?
    /// The confirmed side while the ignore period suppresses its event; nil otherwise.
    public var suppressedSide: FenceRecord.Side?
    /// The signed distance in metres at or below which the fence is entered, with the accuracy of
    /// the last fix; nil while the fence is not evaluated.
    public var enterThreshold_m: Double?
    /// The signed distance in metres beyond which the fence is exited, with the same accuracy; nil
    /// while the fence is not evaluated.
    public var exitThreshold_m: Double?
    /// Whether it is a level fence and the last fix was on another floor.
    public var isOnOtherFloor = false
}

/// An explanation why an event was or was not emitted: the ordered steps of the evaluation of one
/// fix.
public struct Explanation: Sendable, Hashable {
    /// One step of the evaluation.
    public struct Step: Sendable, Hashable {
        /// The subject: `fix`, `floor`, `distance`, `threshold`, `confirmation`, ….
        public var subject: String
        /// The finding, as a sentence.
        public var finding: String
    }

    /// The monitor that evaluated the fence.
    public var monitor: String
    /// The fence.
    public var fence: String
    /// The receiver time of the fix; nil when the fix has none and when there is no fix.
    public var time: UTCInstant?
    /// The steps, first cause first.
    public var steps: [Step]
    /// The result: `entered`, `exited`, `passed`, `held-back` (suppressed) or `none`; `refused` for
    /// a refused fix, `forgotten` when the state before the fix is no longer stored.
    public var result: String
}
