extension Effects {
    /// What decides the place of an event among those of its instant.
    struct Rank: BitwiseCopyable {
        var group: Group
        /// Nanoseconds on the boot clock.
        var instant: Int64
        /// The monitor's place in the configuration.
        var monitor: Int
        /// How the fence's id begins.
        var prefix: UInt64
        var fence: FenceNumber
        var occasion: Int
        /// Where it is in its column.
        var event: Int

        func precedes(_ other: Rank, among occasions: [Occasion]) -> Bool {
            if group != other.group { return group.rawValue < other.group.rawValue }
            if instant != other.instant { return instant < other.instant }
            if monitor != other.monitor { return monitor < other.monitor }
            if prefix != other.prefix { return prefix < other.prefix }
            return occasions[occasion].label(fence)
                .precedes(occasions[other.occasion].label(other.fence))
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
        let occasions = occasions
        guard ranks.count <= last.events + Self.few else {
            let some = (last.events..<ranks.count).map { ranks[$0] }
                .sorted { $0.precedes($1, among: occasions) }
            for (place, rank) in zip(last.events..., some) { ranks[place] = rank }
            return
        }
        for next in last.events + 1..<ranks.count {
            let rank = ranks[next]
            var place = next
            while place > last.events, rank.precedes(ranks[place - 1], among: occasions) {
                ranks[place] = ranks[place - 1]
                place -= 1
            }
            ranks[place] = rank
        }
    }

    /// So few events are put in order where they are.
    private static let few = 32
}
