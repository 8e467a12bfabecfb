import Chronology

/// What the world must do after one or more inputs, in order: a list of `Effect`, whose texts are made
/// only when they are read.
public struct Effects: Sendable {
    /// An event of a fence, with what decides its place among those of its instant.
    private struct FenceEvent: BitwiseCopyable {
        var facts: Transition.Facts
        var occasion: Int
        var group: Group
        /// Nanoseconds on the boot clock.
        var instant: Int64
        /// How many came before it.
        var number: Int
    }

    /// The events of fences in the order in which they are emitted: an exit comes before the enter of
    /// the neighbour.
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

    /// A change of saved state: that of a fence or of a last fix with the place of its occasion.
    private enum Save {
        case fence(FenceMemo, Int)
        case lastFix(LastFix, Int)
        case other(StateChange)
    }

    /// How much of each list belongs to an instant and those before it.
    private struct Ends: BitwiseCopyable {
        var statusEffects = 0
        var events = 0
        var explanations = 0
        var saves = 0
        var occasions = 0
    }

    /// What monitors and sources did or suffered; of one instant it comes first.
    private var statusEffects: [Effect] = []
    private var events: [FenceEvent] = []
    /// What explains the events or their absence.
    private var explanations: [Diagnostic] = []
    private var saves: [Save] = []
    private var occasions: [Occasion] = []
    /// The instants that are over.
    private var instants: [Ends] = []
    private var last = Ends()

    /// No effects.
    public init() {}

    /// Whether there is nothing to do.
    public var isEmpty: Bool { instants.isEmpty }

    /// Forgets all of them, but keeps their room for the next.
    public mutating func removeAll() {
        statusEffects.removeAll(keepingCapacity: true)
        events.removeAll(keepingCapacity: true)
        explanations.removeAll(keepingCapacity: true)
        saves.removeAll(keepingCapacity: true)
        occasions.removeAll(keepingCapacity: true)
        instants.removeAll(keepingCapacity: true)
        last = Ends()
    }
}

/// What an instant gives, as it comes.
extension Effects {
    /// Whether the instant has given anything yet.
    var isAnyNew: Bool {
        statusEffects.count > last.statusEffects || events.count > last.events
            || explanations.count > last.explanations || saves.count > last.saves
    }

    /// Whether a monitor has emitted or saved anything of its fences.
    var hasOccasions: Bool { occasions.count > last.occasions }

    /// What a monitor or a source did or suffered.
    mutating func put(_ effect: Effect) {
        statusEffects.append(effect)
    }

    /// Something that explains the events or their absence.
    mutating func explain(_ diagnostic: Diagnostic) {
        explanations.append(diagnostic)
    }

    mutating func save(_ change: StateChange) {
        saves.append(.other(change))
    }

    mutating func save(_ memo: FenceMemo, _ occasion: Int) {
        saves.append(.fence(memo, occasion))
    }

    /// Has a fix saved as the last one of the source that an occasion is of.
    mutating func save(_ fix: LastFix, _ occasion: Int) {
        saves.append(.lastFix(fix, occasion))
    }

    /// An event.
    ///
    /// - Parameter instant: nanoseconds of the crossing on the boot clock, of the decision where
    ///   only a bracket is known.
    mutating func put(_ event: Transition.Facts, instant: Int64, _ occasion: Int) {
        put(event, in: Group(event.kind), instant: instant, occasion)
    }

    /// A pass: an enter and its exit, of which a rule may have left only one.
    mutating func put(pass: [Transition.Facts], instant: Int64, _ occasion: Int) {
        for event in pass { put(event, in: .passes, instant: instant, occasion) }
    }

    private mutating func put(
        _ event: Transition.Facts, in group: Group, instant: Int64, _ occasion: Int
    ) {
        events.append(
            FenceEvent(
                facts: event, occasion: occasion, group: group, instant: instant,
                number: events.count))
    }

    /// The place of the first occasion of the instant that is of a source; nil when there is none.
    func occasion(of source: String) -> Int? {
        (last.occasions..<occasions.count).first { occasions[$0].watch.monitor.source == source }
    }

    /// The place of the last occasion of the instant, if it is of that monitor and that fix.
    func occasion(of watch: Watch, fixNumber: Int) -> Int? {
        let place = occasions.count - 1
        guard place >= last.occasions, occasions[place].watch === watch,
            occasions[place].fixNumber == fixNumber
        else { return nil }
        return place
    }

    /// Adds an occasion and gives its place.
    mutating func add(_ occasion: Occasion) -> Int {
        occasions.append(occasion)
        return occasions.count - 1
    }

    /// The instant is over: what it gave is put in order.
    mutating func endInstant() {
        guard isAnyNew else { return }
        order()
        last = Ends(
            statusEffects: statusEffects.count, events: events.count,
            explanations: explanations.count, saves: saves.count, occasions: occasions.count)
        instants.append(last)
    }

    /// Puts the events of the instant in order.
    private mutating func order() {
        let first = last.events
        switch events.count - first {
        case ...1: return
        case 2:
            // Mostly one fence is left and one is entered.
            if precedes(events[first + 1], events[first]) { events.swapAt(first, first + 1) }
        default:
            events.replaceSubrange(first..., with: events[first...].sorted(by: precedes))
        }
    }

    /// Whether an event comes before another one of its instant.
    private func precedes(_ event: FenceEvent, _ other: FenceEvent) -> Bool {
        if event.group != other.group { return event.group.rawValue < other.group.rawValue }
        if event.instant != other.instant { return event.instant < other.instant }
        let (watch, otherWatch) = (occasions[event.occasion].watch, occasions[other.occasion].watch)
        if watch.index != otherWatch.index { return watch.index < otherWatch.index }
        let (label, otherLabel) = (
            watch.label(event.facts.fence), otherWatch.label(other.facts.fence)
        )
        if label.precedes(otherLabel) { return true }
        // The enter and the exit of a pass keep their order.
        return !otherLabel.precedes(label) && event.number < other.number
    }
}

/// What the instants gave, in order.
extension Effects {
    /// Shows every event.
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

    /// Shows every source that is suspected, and for what, or no longer.
    public func forEachSuspicion(_ body: (FixRefusal?, _ source: String) -> Void) {
        for case .suspicion(let refusal, let source) in statusEffects { body(refusal, source) }
    }

    /// Whether the status of a monitor changes.
    public var changesStatus: Bool {
        statusEffects.contains { if case .status = $0 { true } else { false } }
    }

    /// Every change of saved state.
    public var changes: [StateChange] { saves.map(change) }

    /// All of them.
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
        .transition(Transition(facts: event.facts, occasions: occasions, place: event.occasion))
    }

    private func change(_ save: Save) -> StateChange {
        switch save {
        case .fence(let memo, let occasion):
            memo.change(at: occasions[occasion].now, of: occasions[occasion].watch)
        case .lastFix(let fix, let occasion):
            .lastFix(fix, source: occasions[occasion].watch.monitor.source)
        case .other(let change): change
        }
    }
}

extension Effects: Equatable {
    /// Whether both ask for the same in the same order, with what an instant has given that is not
    /// over yet.
    public static func == (left: Effects, right: Effects) -> Bool {
        var (left, right) = (left, right)
        left.endInstant()
        right.endInstant()
        return left.all == right.all
    }
}
