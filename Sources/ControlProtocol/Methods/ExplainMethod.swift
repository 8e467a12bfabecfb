/// The parameters of `Fence.explain`.
public struct FenceQuestion: Sendable, Hashable, Codable {
    /// The fence's id, or its name where no other fence has that.
    public var fence: String
    /// Only the evaluation by this monitor.
    public var monitor: String?
    /// The last fix at or before this RFC 3339 time; nil for the last fix.
    public var at: String?

    /// The parameters for a fence.
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
        /// What was examined (`fix`, `floor`, `distance`, `threshold`, …).
        public var subject: String
        /// The finding, one sentence.
        public var finding: String

        /// A finding about a subject.
        public init(subject: String, finding: String) {
            self.subject = subject
            self.finding = finding
        }
    }

    /// How one monitor evaluated one fix.
    public struct Chain: Sendable, Hashable, Codable {
        /// The monitor.
        public var monitor: String
        /// The fence's id.
        public var fence: String
        /// The time of the fix, RFC 3339.
        public var time: String?
        /// The steps, first cause first.
        public var steps: [Step]
        /// The result: `entered`, `exited`, `passed`, `held-back` (suppressed), `none`; `refused`
        /// for a fix that was not evaluated, `forgotten` where the evaluation is no longer stored.
        public var result: String

        /// The chain of a monitor and a fence.
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
    /// True when they were made by evaluating the recording again; nil otherwise.
    public var recorded: Bool?
    /// What they were made from, or why there are none, in a sentence; nil where nothing is to be
    /// said.
    public var note: String?

    /// Those chains.
    public init(explanations: [Chain], recorded: Bool? = nil, note: String? = nil) {
        self.explanations = explanations
        self.recorded = recorded
        self.note = note
    }
}
