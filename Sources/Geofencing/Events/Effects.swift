import Chronology

/// The effects of one or more inputs, in order: a list of `Effect`. Texts of events are made only
/// when they are read.
public struct Effects: Sendable {
    /// An event of a fence, with the keys of its order within an instant.
    private struct FenceEvent: BitwiseCopyable {
        var facts: Transition.Facts
        var eventContext: Int
        var group: Group
        /// Nanoseconds on the boot clock.
        var instant: Int64
        /// The number of events before it.
        var number: Int
    }

    /// The groups of fence events in the order in which they are emitted: an exit precedes the
    /// enter of an adjacent fence.
    private enum Group: Int, BitwiseCopyable {
        case exits, passes, enters, dwells

        init(_ kind: Transition.Kind) {
            switch kind {
            case .exited: self = .exits
            case .entered: self = .enters
            case .dwelled: self = .dwells
            }
        }
    }

    /// A change of saved state. The state of a fence and a last fix refer to their event context by
    /// its index.
    private enum Save {
        case fence(FenceMemo, Int)
        case lastFix(LastFix, Int)
        case other(StateChange)
    }

    /// The end of an instant in each of the lists.
    private struct Ends: BitwiseCopyable {
        var statusEffects = 0
        var events = 0
        var explanations = 0
        var saves = 0
        var eventContexts = 0
    }

    /// Effects of monitors and sources; they are the first of an instant.
    private var statusEffects: [Effect] = []
    private var events: [FenceEvent] = []
    /// Diagnostics that explain the events or their absence.
    private var explanations: [Diagnostic] = []
    private var saves: [Save] = []
    private var eventContexts: [EventContext] = []
    /// The ends of the completed instants.
    private var instants: [Ends] = []
    private var last = Ends()

    /// Creates an empty list.
    public init() {}

    /// Whether no completed instant has an effect.
    public var isEmpty: Bool { instants.isEmpty }

    /// Removes all effects. The memory is reused for the next ones.
    public mutating func removeAll() {
        statusEffects.removeAll(keepingCapacity: true)
        events.removeAll(keepingCapacity: true)
        explanations.removeAll(keepingCapacity: true)
        saves.removeAll(keepingCapacity: true)
        eventContexts.removeAll(keepingCapacity: true)
        instants.removeAll(keepingCapacity: true)
        last = Ends()
    }
}

/// Adding the effects of the current instant.
extension Effects {
    /// Whether the current instant has any effect yet.
    var isAnyNew: Bool {
        statusEffects.count > last.statusEffects || events.count > last.events
            || explanations.count > last.explanations || saves.count > last.saves
    }

    /// Whether a monitor has emitted or saved anything about its fences at the current instant.
    var hasEventContexts: Bool { eventContexts.count > last.eventContexts }

    /// Adds an effect of a monitor or a source.
    mutating func put(_ effect: Effect) {
        statusEffects.append(effect)
    }

    /// Adds a diagnostic that explains the events or their absence.
    mutating func explain(_ diagnostic: Diagnostic) {
        explanations.append(diagnostic)
    }

    mutating func save(_ change: StateChange) {
        saves.append(.other(change))
    }

    mutating func save(_ memo: FenceMemo, _ eventContext: Int) {
        saves.append(.fence(memo, eventContext))
    }

    /// Saves a fix as the last one of the source of an event context.
    mutating func save(_ fix: LastFix, _ eventContext: Int) {
        saves.append(.lastFix(fix, eventContext))
    }

    /// Adds an event of a fence.
    ///
    /// - Parameter instant: the boot clock in nanoseconds at the crossing, or at the decision if
    ///   only a bracket is known.
    mutating func put(_ event: Transition.Facts, instant: Int64, _ eventContext: Int) {
        put(event, in: Group(event.kind), instant: instant, eventContext)
    }

    /// Adds the events of a pass: an enter and its exit, or the one of them that the rule reports.
    mutating func put(pass: [Transition.Facts], instant: Int64, _ eventContext: Int) {
        for event in pass { put(event, in: .passes, instant: instant, eventContext) }
    }

    private mutating func put(
        _ event: Transition.Facts, in group: Group, instant: Int64, _ eventContext: Int
    ) {
        events.append(
            FenceEvent(
                facts: event, eventContext: eventContext, group: group, instant: instant,
                number: events.count))
    }

    /// The index of the first event context of the current instant for a source; nil if there is
    /// none.
    func eventContext(of source: String) -> Int? {
        (last.eventContexts..<eventContexts.count).first {
            eventContexts[$0].watch.monitor.source == source
        }
    }

    /// The index of the last event context of the current instant, if it is for that monitor and
    /// that fix.
    func eventContext(of watch: Watch, fixNumber: Int) -> Int? {
        let place = eventContexts.count - 1
        guard place >= last.eventContexts, eventContexts[place].watch === watch,
            eventContexts[place].fixNumber == fixNumber
        else { return nil }
        return place
    }

    /// Adds an event context and returns its index.
    mutating func add(_ eventContext: EventContext) -> Int {
        eventContexts.append(eventContext)
        return eventContexts.count - 1
    }

    /// Completes the current instant and sorts its events.
    mutating func endInstant() {
        guard isAnyNew else { return }
        order()
        last = Ends(
            statusEffects: statusEffects.count, events: events.count,
            explanations: explanations.count, saves: saves.count, eventContexts: eventContexts.count
        )
        instants.append(last)
    }

    /// Sorts the events of the current instant.
    private mutating func order() {
        let first = last.events
        switch events.count - first {
        case ...1: return
        case 2:
            // Usually one fence is left and one is entered.
            if precedes(events[first + 1], events[first]) { events.swapAt(first, first + 1) }
        default:
            events.replaceSubrange(first..., with: events[first...].sorted(by: precedes))
        }
    }

    /// Whether an event precedes another one of the same instant.
    private func precedes(_ event: FenceEvent, _ other: FenceEvent) -> Bool {
        if event.group != other.group { return event.group.rawValue < other.group.rawValue }
        if event.instant != other.instant { return event.instant < other.instant }
        let (watch, otherWatch) = (
            eventContexts[event.eventContext].watch, eventContexts[other.eventContext].watch
        )
        if watch.index != otherWatch.index { return watch.index < otherWatch.index }
        let (label, otherLabel) = (
            watch.label(event.facts.fence), otherWatch.label(other.facts.fence)
        )
        if label.precedes(otherLabel) { return true }
        // The enter and the exit of a pass keep their order.
        return !otherLabel.precedes(label) && event.number < other.number
    }
}

/// Reading the effects of the completed instants, in order.
extension Effects {
    /// Calls `body` with every event.
    public func forEachEvent(_ body: (Event) -> Void) {
        var begin = Ends()
        for end in instants {
            for case .event(let event) in statusEffects[begin.statusEffects..<end.statusEffects] {
                body(event)
            }
            for event in events[begin.events..<end.events] { body(self.event(event)) }
            for diagnostic in explanations[begin.explanations..<end.explanations] {
                body(.diagnostic(diagnostic))
            }
            begin = end
        }
    }

    /// Calls `body` with every source that became suspect and the refusal, and with nil for every
    /// source that is no longer suspect.
    public func forEachSuspicion(_ body: (FixRefusal?, _ source: String) -> Void) {
        for case .suspicion(let refusal, let source) in statusEffects { body(refusal, source) }
    }

    /// Whether the status of any monitor changes.
    public var changesStatus: Bool {
        statusEffects.contains { if case .status = $0 { true } else { false } }
    }

    /// All changes of saved state.
    public var changes: [StateChange] { saves.map(change) }

    /// All effects.
    var all: [Effect] {
        var (all, begin): ([Effect], Ends) = ([], Ends())
        for end in instants {
            all += statusEffects[begin.statusEffects..<end.statusEffects]
            all += events[begin.events..<end.events].map { .event(event($0)) }
            all += explanations[begin.explanations..<end.explanations].map {
                .event(.diagnostic($0))
            }
            all += saves[begin.saves..<end.saves].map { .save(change($0)) }
            begin = end
        }
        return all
    }

    private func event(_ event: FenceEvent) -> Event {
        .transition(
            Transition(facts: event.facts, eventContexts: eventContexts, place: event.eventContext))
    }

    private func change(_ save: Save) -> StateChange {
        switch save {
        case .fence(let memo, let eventContext):
            memo.change(at: eventContexts[eventContext].now, of: eventContexts[eventContext].watch)
        case .lastFix(let fix, let eventContext):
            .lastFix(fix, source: eventContexts[eventContext].watch.monitor.source)
        case .other(let change): change
        }
    }
}

extension Effects: Equatable {
    /// Whether both hold the same effects in the same order, including those of the current
    /// instant.
    public static func == (left: Effects, right: Effects) -> Bool {
        var (left, right) = (left, right)
        left.endInstant()
        right.endInstant()
        return left.all == right.all
    }
}
