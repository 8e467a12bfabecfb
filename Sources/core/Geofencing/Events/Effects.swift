public import Fixes

/// The effects of one or more inputs, in order. Texts of events are made only when they are read.
public struct Effects: Sendable {
    /// The effects of the completed instants.
    private(set) var all: [Effect] = []
    /// The effects of monitors and sources at the current instant, which come first.
    private var statusEffects: [Effect] = []
    private var transitions: [Transition] = []
    /// Diagnostics that explain the events or their absence.
    private var explanations: [Diagnostic] = []
    private var saves: [StateChange] = []

    /// Creates an empty list.
    public init() {}

    /// Whether no completed instant has an effect.
    public var isEmpty: Bool { all.isEmpty }

    /// Removes all effects of completed instants. The memory is reused for the next ones.
    public mutating func removeAll() {
        all.removeAll(keepingCapacity: true)
    }
}

/// Adding the effects of the current instant.
extension Effects {
    /// Whether the current instant has any effect yet.
    var isAnyNew: Bool {
        !(statusEffects.isEmpty && transitions.isEmpty && explanations.isEmpty && saves.isEmpty)
    }

    /// Adds an effect of a monitor or a source.
    mutating func put(_ effect: Effect) {
        statusEffects.append(effect)
    }

    /// Adds an event of a fence.
    mutating func put(_ transition: Transition) {
        transitions.append(transition)
    }

    /// Adds a diagnostic that explains the events or their absence.
    mutating func explain(_ diagnostic: Diagnostic) {
        explanations.append(diagnostic)
    }

    mutating func save(_ change: StateChange) {
        saves.append(change)
    }

    /// Completes the current instant and sorts its events.
    mutating func endInstant() {
        guard isAnyNew else { return }
        all += statusEffects
        if transitions.count > 1 { sortTransitions() }
        for transition in transitions { all.append(.event(.transition(transition))) }
        for diagnostic in explanations { all.append(.event(.diagnostic(diagnostic))) }
        for change in saves { all.append(.save(change)) }
        statusEffects.removeAll(keepingCapacity: true)
        transitions.removeAll(keepingCapacity: true)
        explanations.removeAll(keepingCapacity: true)
        saves.removeAll(keepingCapacity: true)
    }

    private mutating func sortTransitions() {
        let ordered = transitions.enumerated().sorted {
            // The enter and the exit of a pass keep their order.
            $0.element.precedes($1.element)
                || !$1.element.precedes($0.element) && $0.offset < $1.offset
        }
        transitions = ordered.map(\.element)
    }
}

/// Reading the effects of the completed instants, in order.
extension Effects {
    /// Calls `body` with every event.
    public func forEachEvent(_ body: (Event) -> Void) {
        for case .event(let event) in all { body(event) }
    }

    /// Calls `body` with every source that became suspect and the refusal, and with nil for every
    /// source that is no longer suspect.
    public func forEachSuspicion(_ body: (FixRefusal?, _ source: String) -> Void) {
        for case .suspicion(let refusal, let source) in all { body(refusal, source) }
    }

    /// Whether the status of any monitor changes.
    public var changesStatus: Bool {
        all.contains { if case .status = $0 { true } else { false } }
    }

    /// All changes of saved state.
    public var changes: [StateChange] {
        all.compactMap { if case .save(let change) = $0 { change } else { nil } }
    }
}
