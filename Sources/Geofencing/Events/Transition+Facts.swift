extension Transition {
    /// What an event says by itself: plain words, so that many of them lie in one column.
    struct Facts: BitwiseCopyable, Sendable, Hashable {
        /// The stay it belongs to.
        var visit: Visit
        var kind: Kind
        var isInitial = false
        var isInferred = false
        var fence: FenceNumber
        var crossing: Crossing
        var isDeferred = false
        var threshold_m: Double?
        var suppressedToggles = 0
        var stay_s: Double?

        init(_ kind: Kind, of fence: FenceNumber, visit: Visit, crossing: Crossing) {
            self.kind = kind
            self.fence = fence
            self.visit = visit
            self.crossing = crossing
        }

        /// Whether both say the same, whatever the numbers of their fences.
        func saysTheSame(as other: Facts) -> Bool {
            var other = other
            other.fence = fence
            return self == other
        }
    }
}
