/// Collects what one instant gives and puts it in order.
struct Outbox: Hashable {
    private var entries: [Entry] = []

    /// What one instant gives, in the order in which it is told: an exit comes before the enter of
    /// the neighbour.
    private enum Group: Int {
        /// What a monitor or a feed did or suffered.
        case news
        case exits, passes, enters, dwells
        /// What explains the events or their absence.
        case explanations
        case saves

        /// Whether it holds events of fences.
        var isOfEvents: Bool {
            switch self {
            case .exits, .passes, .enters, .dwells: true
            case .news, .explanations, .saves: false
            }
        }
    }

    private struct Entry: Hashable {
        var group: Group
        /// Of events, the nanoseconds on the boot clock and the monitor's place; 0 for the others.
        var instant: Int64
        var monitor: Int
        /// The place in which it was put in.
        var place: Int
        var effect: Effect

        func precedes(_ other: Entry) -> Bool {
            let key = (group.rawValue, instant, monitor)
            let otherKey = (other.group.rawValue, other.instant, other.monitor)
            guard key == otherKey else { return key < otherKey }
            if let fence, let otherFence = other.fence, fence != otherFence {
                return fence < otherFence
            }
            return place < other.place
        }

        private var fence: String? {
            guard case .event(.transition(let transition)) = effect else { return nil }
            return transition.fence
        }
    }

    /// What a monitor or a feed did or suffered; it comes before the events.
    mutating func put(_ effect: Effect) {
        put(effect, in: .news)
    }

    /// Something that explains the events or their absence; it comes after them.
    mutating func explain(_ diagnostic: Diagnostic) {
        put(.event(.diagnostic(diagnostic)), in: .explanations)
    }

    mutating func save(_ change: StateChange) {
        put(.save(change), in: .saves)
    }

    /// An event.
    ///
    /// - Parameters:
    ///   - instant: nanoseconds of the crossing on the boot clock, of the decision where only a
    ///     bracket is known.
    ///   - monitor: the monitor's place in the configuration.
    mutating func put(_ transition: consuming Transition, instant: Int64, monitor: Int) {
        let group: Group =
            switch transition.kind {
            case .exited: .exits
            case .entered: .enters
            case .dwelled: .dwells
            }
        put(
            .event(.transition(consume transition)), in: group, instant: instant, monitor: monitor)
    }

    /// A pass: an enter and its exit, of which a rule may have left only one.
    mutating func put(pass: [Transition], instant: Int64, monitor: Int) {
        for transition in pass {
            put(.event(.transition(transition)), in: .passes, instant: instant, monitor: monitor)
        }
    }

    private mutating func put(
        _ effect: Effect, in group: Group, instant: Int64 = 0, monitor: Int = 0
    ) {
        entries.append(
            Entry(
                group: group, instant: instant, monitor: monitor, place: entries.count,
                effect: effect))
    }

    /// Whether there are events of fences among it.
    var hasEvents: Bool { entries.contains { $0.group.isOfEvents } }

    /// Gives everything in order and is empty then.
    mutating func flush(into effects: inout [Effect]) {
        effects.reserveCapacity(effects.count + entries.count)
        // The last one first: taken from the end, each is moved out of the list and not copied.
        if entries.count > 1 { entries.sort { $1.precedes($0) } }
        while let entry = entries.popLast() { effects.append(entry.effect) }
    }

    /// Whether nothing was put in.
    var isEmpty: Bool { entries.isEmpty }
}
