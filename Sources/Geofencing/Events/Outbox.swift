/// Collects what one instant gives and puts it in order.
struct Outbox: Hashable {
    /// What monitors and feeds did or suffered; it comes first.
    private var news: [Effect] = []
    private var events: [Entry] = []
    /// What explains the events or their absence.
    private var explanations: [Effect] = []
    private var saves: [Effect] = []

    /// The events of fences in the order in which they are told: an exit comes before the enter of
    /// the neighbour.
    private enum Group: Int {
        case exits, passes, enters, dwells
    }

    private struct Entry: Hashable {
        var group: Group
        /// Nanoseconds on the boot clock.
        var instant: Int64
        /// The monitor's place in the configuration.
        var monitor: Int
        var fence: FenceLabel
        var event: Event

        func precedes(_ other: Entry) -> Bool {
            let key = (group.rawValue, instant, monitor)
            let otherKey = (other.group.rawValue, other.instant, other.monitor)
            return key == otherKey ? fence.precedes(other.fence) : key < otherKey
        }
    }

    /// What a monitor or a feed did or suffered.
    mutating func put(_ effect: Effect) {
        news.append(effect)
    }

    /// Something that explains the events or their absence.
    mutating func explain(_ diagnostic: Diagnostic) {
        explanations.append(.event(.diagnostic(diagnostic)))
    }

    mutating func save(_ change: StateChange) {
        saves.append(.save(change))
    }

    mutating func save(_ memo: FenceMemo) {
        saves.append(.saveFence(memo))
    }

    /// An event.
    ///
    /// - Parameters:
    ///   - instant: nanoseconds of the crossing on the boot clock, of the decision where only a
    ///     bracket is known.
    ///   - monitor: the monitor's place in the configuration.
    mutating func put(_ transition: Transition, instant: Int64, monitor: Int) {
        let group: Group =
            switch transition.kind {
            case .exited: .exits
            case .entered: .enters
            case .dwelled: .dwells
            }
        put(transition, in: group, instant: instant, monitor: monitor)
    }

    /// A pass: an enter and its exit, of which a rule may have left only one.
    mutating func put(pass: [Transition], instant: Int64, monitor: Int) {
        for transition in pass { put(transition, in: .passes, instant: instant, monitor: monitor) }
    }

    private mutating func put(
        _ transition: Transition, in group: Group, instant: Int64, monitor: Int
    ) {
        events.append(
            Entry(
                group: group, instant: instant, monitor: monitor, fence: transition.label,
                event: .transition(transition)))
    }

    /// Whether there are events of fences among it.
    var hasEvents: Bool { !events.isEmpty }

    /// Gives everything in order and is empty then.
    mutating func flush(into effects: inout [Effect]) {
        Self.move(&news, to: &effects)
        // Of equals, as the ends of a pass are, the order stays.
        if events.count > 1 { events.sort { $0.precedes($1) } }
        for entry in events { effects.append(.event(entry.event)) }
        events.removeAll(keepingCapacity: true)
        Self.move(&explanations, to: &effects)
        Self.move(&saves, to: &effects)
    }

    private static func move(_ some: inout [Effect], to effects: inout [Effect]) {
        guard !some.isEmpty else { return }
        effects.append(contentsOf: some)
        some.removeAll(keepingCapacity: true)
    }

    /// Whether nothing was put in.
    var isEmpty: Bool {
        news.isEmpty && events.isEmpty && explanations.isEmpty && saves.isEmpty
    }
}
