/// The parameters of `Fence.explain`.
public struct FenceQuestion: Sendable, Hashable, Codable {
    /// The fence's id, or a name that no other fence has.
    public var fence: String
    /// The monitor whose evaluation is explained; nil for all.
    public var monitor: String?
    /// The RFC 3339 time at or before which the explained fix lies; nil for the last fix.
    public var at: String?

    /// Creates the parameters for a fence.
    public init(fence: String, monitor: String? = nil, at: String? = nil) {
        self.fence = fence
        self.monitor = monitor
        self.at = at
    }
}

/// The result of `Fence.explain`: one chain of reasons for each monitor with the fence.
public struct FenceExplanations: Sendable, Hashable, Codable {
    /// One step of a chain.
    public struct Step: Sendable, Hashable, Codable {
        /// The examined subject (`fix`, `floor`, `distance`, `threshold`, …).
        public var subject: String
        /// The finding, one sentence.
        public var finding: String

        /// Creates a finding about a subject.
        public init(subject: String, finding: String) {
            self.subject = subject
            self.finding = finding
        }
    }

    /// The evaluation of one fix by one monitor.
    public struct Chain: Sendable, Hashable, Codable {
        /// The monitor.
        public var monitor: String
        /// The fence's id.
        public var fence: String
        /// The time of the fix, RFC 3339.
        public var time: String?
        /// The steps, with the first cause first.
        public var steps: [Step]
        /// The result: `entered`, `exited`, `passed`, `held-back` (suppressed), `none`; `refused`
        /// for a fix that was not evaluated, `forgotten` where the evaluation is no longer stored.
        public var result: String

        /// Creates the chain of a monitor and a fence.
        public init(
            monitor: String, fence: String, time: String?, steps: [Step], result: String
        ) {
            self.monitor = monitor
            self.fence = fence
            self.time = time
            self.steps = steps
            self.result = result
        }
    }

    /// The chains, in the order of the monitors; empty when no fix at or before `at` is stored.
    public var explanations: [Chain]
    /// True when the daemon evaluated the recording again for the chains; nil otherwise.
    public var recorded: Bool?
    /// The data that the chains were made from, or why there are none, in a sentence; nil without
    /// a remark.
    public var note: String?

    /// Creates a result with chains.
    public init(explanations: [Chain], recorded: Bool? = nil, note: String? = nil) {
        self.explanations = explanations
        self.recorded = recorded
        self.note = note
    }
}
