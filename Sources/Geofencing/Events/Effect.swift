/// What the world must do after an input, in this order.
public enum Effect: Sendable, Hashable {
    /// Write and then deliver an event.
    case event(Event)
    /// A monitor's status changed.
    case status(MonitorStatus, monitor: String)
    /// A monitor's warnings are now exactly these.
    case warnings([MonitorWarning], monitor: String)
    /// Saved state changed: write it in the same transaction as the events of the same input.
    case save(StateChange)
}
