public import Messages

/// An output of the engine. Each event becomes one numbered entry of the event log.
public enum Event: Sendable, Hashable {
    /// A fence was entered, left or dwelt in.
    case transition(Transition)
    /// Information about sources, fences or monitors that explains events or their absence.
    indirect case diagnostic(Diagnostic)

    /// Returns the message of the monitor's expression; nil if there is none.
    ///
    /// - Parameter budget: the remaining steps for the expressions of one input.
    public func composed(_ budget: inout MessageBudget) -> ComposedMessage? {
        guard case .transition(let transition) = self else { return nil }
        return transition.composed(&budget)
    }

    /// The monitor whose expression makes the message of the event; nil if none does.
    public var monitorOfExpression: String? {
        guard case .transition(let transition) = self, transition.hasExpression else { return nil }
        return transition.monitor
    }

    /// The monitor of the event; nil if it concerns no monitor.
    public var monitor: String? {
        switch self {
        case .transition(let transition): transition.monitor
        case .diagnostic(let diagnostic): diagnostic.monitor
        }
    }
}
