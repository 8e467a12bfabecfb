/// What the engine has to say to the world; each becomes one numbered entry of the log.
public enum Event: Sendable, Hashable {
    /// A fence was entered, left or dwelt in.
    case transition(Transition)
    /// Something about feeds, fences or monitors that explains events or their absence.
    indirect case diagnostic(Diagnostic)

    /// What the expression of the monitor makes of it; nil where there is none.
    ///
    /// - Parameter budget: what the expressions of one input share.
    public func composed(_ budget: inout MessageBudget) -> ComposedMessage? {
        guard case .transition(let transition) = self else { return nil }
        return transition.composed(&budget)
    }

    /// The monitor whose event it is.
    public var monitor: String? {
        switch self {
        case .transition(let transition): transition.monitor
        case .diagnostic(let diagnostic): diagnostic.monitor
        }
    }
}
