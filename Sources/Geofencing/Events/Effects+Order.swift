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

        /// Whether it comes before another one; nil where all that is known is alike: then ids tell, and
        /// once their beginnings are known, whole ones.
        @inline(__always)
        func precedes(_ other: Rank) -> Bool? {
            if group != other.group { return group.rawValue < other.group.rawValue }
            if instant != other.instant { return instant < other.instant }
            if monitor != other.monitor { return monitor < other.monitor }
            return prefix == other.prefix ? nil : prefix < other.prefix
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
        for place in first..<ranks.count {
            let event = events[ranks[place].event]
            ranks[place].prefix = occasions[event.occasion].watch.prefix(of: event.facts.fence)
        }
        ranks.sort(first..<ranks.count) { $0.precedes($1) ?? false }
        // What the beginnings of the ids have left open: nothing where they differ early.
        var place = first
        while place < ranks.count {
            var end = place + 1
            while end < ranks.count, ranks[place].precedes(ranks[end]) == nil { end += 1 }
            if end > place + 1 { orderByID(place..<end) }
            place = end
        }
    }

    /// Puts events in order that nothing but the ids of their fences can tell apart.
    private mutating func orderByID(_ places: Range<Int>) {
        let (events, occasions) = (events, occasions)
        func label(_ rank: Rank) -> FenceLabel {
            let event = events[rank.event]
            return occasions[event.occasion].watch.label(event.facts.fence)
        }
        ranks.sort(places) { label($0).precedes(label($1)) }
    }
}
