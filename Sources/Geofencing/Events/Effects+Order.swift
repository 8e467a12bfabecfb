extension Effects {
    /// What decides the place of an event among those of its instant.
    struct Rank: BitwiseCopyable {
        var group: Group
        /// Nanoseconds on the boot clock.
        var instant: Int64
        /// The monitor's place in the configuration.
        var monitor: Int
        /// How the fence's id begins, once that matters.
        var prefix: UInt64 = 0
        /// Where it is in its column.
        var event: Int

        /// Whether it comes before another one; nil where only the ids of the fences tell.
        @inline(__always)
        func precedes(_ other: Rank) -> Bool? {
            if group != other.group { return group.rawValue < other.group.rawValue }
            if instant != other.instant { return instant < other.instant }
            return monitor == other.monitor ? nil : monitor < other.monitor
        }

        /// - Parameter label: what is told of the fence of an event.
        func precedes(_ other: Rank, _ label: (Int) -> FenceLabel) -> Bool {
            if let precedes = precedes(other) { return precedes }
            if prefix != other.prefix { return prefix < other.prefix }
            return label(event).precedes(label(other.event))
        }
    }

    /// The events of fences in the order in which they are told: an exit comes before the enter of
    /// the neighbour.
    enum Group: Int, BitwiseCopyable {
        case exits, passes, enters, dwells

        init(_ kind: Transition.Kind) {
            switch kind {
            case .exited: self = .exits
            case .entered: self = .enters
            case .dwelled: self = .dwells
            }
        }
    }

    /// Puts the events of the instant in order; of equals, as the ends of a pass are, the order
    /// stays.
    mutating func order() {
        let (first, second) = (last.events, last.events + 1)
        if ranks.count == second + 1, let isOrdered = ranks[first].precedes(ranks[second]) {
            // Mostly one fence is left and one is entered.
            if !isOrdered { (ranks[first], ranks[second]) = (ranks[second], ranks[first]) }
            return
        }
        let (events, occasions) = (events, occasions)
        func label(_ event: Int) -> FenceLabel {
            occasions[events[event].occasion].label(events[event].facts.fence)
        }
        for place in last.events..<ranks.count {
            ranks[place].prefix = label(ranks[place].event).prefix
        }
        ranks.sort(from: last.events) { $0.precedes($1, label) }
    }
}
