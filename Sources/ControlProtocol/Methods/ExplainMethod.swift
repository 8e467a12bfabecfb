/// The parameters of `Fence.explain`.
public struct FenceQuestion: Sendable, Hashable, Codable {
    /// The fence's id, or its name where no other fence has that.
    public var fence: String
    /// Only what this monitor judged.
    public var monitor: String?
    /// The fix at or just before this RFC 3339 time; nil for the last fix.
    public var at: String?

    /// A question about a fence.
    public init(fence: String, monitor: String? = nil, at: String? = nil) {
        self.fence = fence
        self.monitor = monitor
        self.at = at
    }
}

/// The result of `Fence.explain`: one chain of reasons for each monitor that watches the fence.
public struct FenceExplanations: Sendable, Hashable, Codable {
    /// One link of a chain.
    public struct Step: Sendable, Hashable, Codable {
        /// What was looked at (`fix`, `floor`, `distance`, `threshold`, …).
        public var subject: String
        /// What was found, in a sentence.
        public var finding: String

        /// A finding about a subject.
        public init(subject: String, finding: String) {
            self.subject = subject
            self.finding = finding
        }
    }

    /// How one monitor judged one fix.
    public struct Chain: Sendable, Hashable, Codable {
        /// The monitor.
        public var monitor: String
        /// The fence's id.
        public var fence: String
        /// The time of the fix, RFC 3339.
        public var time: String?
        /// The links, first cause first.
        public var steps: [Step]
        /// What came of it: `entered`, `exited`, `passed`, `held-back`, `none`; `refused` for a fix
        /// that was not judged, `forgotten` where it is not known any more what the fix met.
        public var result: String

        /// A chain of a monitor and a fence.
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

    /// The chains, in the order of the monitors; empty when no fix at or before `at` is remembered.
    public var explanations: [Chain]
    /// True when they were made by evaluating the recording again; nil otherwise.
    public var recorded: Bool?
    /// What they were made from, or why there are none, in a sentence; nil where nothing is to be said.
    public var note: String?

    /// Those chains.
    public init(explanations: [Chain], recorded: Bool? = nil, note: String? = nil) {
        self.explanations = explanations
        self.recorded = recorded
        self.note = note
    }
}
