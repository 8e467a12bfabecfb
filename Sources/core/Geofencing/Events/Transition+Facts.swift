extension Transition {
    /// The data of one event without its context: plain values, so that many events fit into one
    /// array.
    struct Facts: BitwiseCopyable, Sendable, Hashable {
        /// The visit of the event.
        var visit: Visit
        var kind: Kind
        var isInitial = false
        var isInferred = false
        var fence: FenceNumber
        var crossing: Crossing
        var isDeferred = false
        var threshold_m: Double?
        var suppressedToggles = 0
        var duration_s: Double?

        init(_ kind: Kind, of fence: FenceNumber, visit: Visit, crossing: Crossing) {
            self.kind = kind
            self.fence = fence
            self.visit = visit
            self.crossing = crossing
        }

        /// Whether both are equal, except for the numbers of their fences.
        func saysTheSame(as other: Facts) -> Bool {
            var other = other
            other.fence = fence
            return self == other
        }
    }
}
