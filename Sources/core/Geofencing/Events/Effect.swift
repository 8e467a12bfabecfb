public import Fixes

/// An action for the caller of the engine to perform after an input, in this order.
public enum Effect: Sendable, Hashable {
    /// An event to write and then to deliver.
    case event(Event)
    /// A monitor's status changed.
    case status(MonitorStatus, monitor: String)
    /// The complete list of a monitor's warnings changed.
    case warnings([MonitorWarning], monitor: String)
    /// A source delivers fixes, but all of them have been refused for so long that the source is
    /// suspect. The value is the reason of the last refusal; nil when a fix is accepted again.
    case suspicion(FixRefusal?, source: String)
    /// A change of saved state, to write in the same transaction as the events of the same input.
    case save(StateChange)
}
