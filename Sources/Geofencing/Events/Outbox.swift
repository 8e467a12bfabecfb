/// Collects what one instant gives and puts it in order.
struct Outbox: Hashable {
    private var first: [Effect] = []
    private var transitions: [Entry] = []
    private var last: [Effect] = []
    private var saves: [Effect] = []

    /// The groups of events of one instant, in their order: an exit comes before the enter of the
    /// neighbour.
    private enum Group: Int {
        case exits, passes, enters, dwells
    }

    private struct Entry: Hashable {
        var group: Group
        var instant: Int64
        var monitor: Int
        var fence: String
        /// Of a pass the enter comes before the exit.
        var isSecond = false
        var event: Event
    }

    /// What a monitor or a feed did or suffered; it comes before the events.
    mutating func put(_ effect: Effect) {
        first.append(effect)
    }

    /// Something that explains the events or their absence; it comes after them.
    mutating func explain(_ diagnostic: Diagnostic) {
        last.append(.event(.diagnostic(diagnostic)))
    }

    mutating func save(_ change: StateChange) {
        saves.append(.save(change))
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
        transitions.append(
            Entry(
                group: group, instant: instant, monitor: monitor, fence: transition.fence,
                event: .transition(consume transition)))
    }

    /// A pass: an enter and its exit, of which a rule may have left only one.
    mutating func put(pass: [Transition], instant: Int64, monitor: Int) {
        for (place, transition) in pass.enumerated() {
            transitions.append(
                Entry(
                    group: .passes, instant: instant, monitor: monitor, fence: transition.fence,
                    isSecond: place > 0, event: .transition(transition)))
        }
    }

    var hasEvents: Bool { !transitions.isEmpty }

    /// Gives everything in order and is empty then.
    mutating func flush(into effects: inout [Effect]) {
        effects.reserveCapacity(
            effects.count + first.count + transitions.count + last.count + saves.count)
        Self.move(&first, to: &effects)
        if transitions.count > 1 {
            transitions.sort(by: Self.precedes)
            transitions.reverse()
        }
        // Taken from the end, so that each is moved out of the list and not copied.
        while let entry = transitions.popLast() { effects.append(.event(entry.event)) }
        Self.move(&last, to: &effects)
        Self.move(&saves, to: &effects)
    }

    private static func move(_ list: inout [Effect], to effects: inout [Effect]) {
        guard !list.isEmpty else { return }
        effects += list
        list.removeAll(keepingCapacity: true)
    }

    /// Whether nothing was put in.
    var isEmpty: Bool {
        first.isEmpty && transitions.isEmpty && last.isEmpty && saves.isEmpty
    }

    private static func precedes(_ left: Entry, _ right: Entry) -> Bool {
        let leftKey = (left.group.rawValue, left.instant, left.monitor)
        let rightKey = (right.group.rawValue, right.instant, right.monitor)
        guard leftKey == rightKey else { return leftKey < rightKey }
        if left.fence != right.fence { return left.fence < right.fence }
        return !left.isSecond && right.isSecond
    }
}
