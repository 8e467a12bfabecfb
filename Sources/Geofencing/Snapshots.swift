public import Chronology

/// A monitor as it stands, for people and programs that ask.
public struct MonitorSnapshot: Sendable, Hashable {
    /// As configured.
    public var definition: MonitorDefinition
    /// Where it stands in its life.
    public var status: MonitorStatus
    /// What is wrong now.
    public var warnings: [MonitorWarning]
    /// How many fences it judges.
    public var fenceCount: Int
    /// The ids of the fences that are known to be inside, in order; none while the feed is stale.
    public var inside: [String]
    /// The same fences in the order in which they were entered, the last one last.
    public var entered: [EnteredFence] = []
    /// How many events had the standard sentence because the message expression failed.
    public var messageFailures = 0
}

/// A fence that is inside.
public struct EnteredFence: Sendable, Hashable {
    /// The fence's id.
    public var fence: String
    /// The fence's name.
    public var name: String
    /// When it was entered; nil when the receiver was inside already.
    public var enteredAt: UTCInstant?
    /// Since when it is known to be inside; nil where only an earlier run knew that.
    public var knownSince: UTCInstant?
}

/// A fence of one monitor as it stands.
public struct FenceSnapshot: Sendable, Hashable {
    /// The fence.
    public var fence: Fence
    /// Inside, outside or unknown; unknown while the feed is stale and after that until a fix says
    /// something of the fence.
    public var side: FenceRecord.Side
    /// Why the side is unknown: `no-fix`, `stale`, `poor-accuracy`, `floor-unknown`,
    /// `altitude-unknown`, `band`, or why the fence is not judged: `monitor-stopped`, `disabled`,
    /// `invalid`, `expired`, `schedule-closed`.
    public var unknownReason: String?
    /// The open stay.
    public var visit: VisitName?
    /// When the open stay began.
    public var enteredAt: UTCInstant?
    /// Seconds left of the ignore window.
    public var window_s: Double?
    /// Signed distance of the last fix, metres.
    public var distance_m: Double?
    /// The confirmed side, where the ignore period suppresses its event.
    public var suppressedSide: FenceRecord.Side?
    /// The signed distance in metres at or below which it is entered, for a receiver as accurate as the
    /// last fix was; nil while it is not evaluated.
    public var enterThreshold_m: Double?
    /// The signed distance in metres beyond which it is left, likewise.
    public var exitThreshold_m: Double?
    /// Whether it is a level fence and the last fix was on another floor.
    public var isOnOtherFloor = false
}

/// Why an event did or did not fire: the ordered chain of the judgement of one fix.
public struct Explanation: Sendable, Hashable {
    /// One link of the chain.
    public struct Step: Sendable, Hashable {
        /// What was looked at (`fix`, `floor`, `distance`, `threshold`, `confirmation`, …).
        public var subject: String
        /// What was found, in a sentence.
        public var finding: String

        /// A finding about a subject.
        public init(subject: String, finding: String) {
            self.subject = subject
            self.finding = finding
        }
    }

    /// The monitor that evaluated the fence.
    public var monitor: String
    /// The fence.
    public var fence: String
    /// The time of the fix.
    public var time: UTCInstant?
    /// The chain, first cause first.
    public var steps: [Step]
    /// What came of it: `entered`, `exited`, `passed`, `held-back`, `none`; `refused` for a fix that
    /// was not judged.
    public var result: String
}
