/// What the world must do after an input, in this order.
public enum Effect: Sendable, Hashable {
    /// Write and then deliver an event.
    case event(Event)
    /// A monitor's status changed.
    case status(MonitorStatus, monitor: String)
    /// A monitor's warnings are now exactly these.
    case warnings([MonitorWarning], monitor: String)
    /// A source gives fixes, but all have been refused for so long that none is to be believed until
    /// further notice: why the last one was. With nil one is judged again.
    case suspicion(FixRefusal?, source: String)
    /// Saved state changed: write it in the same transaction as the events of the same input.
    case save(StateChange)
}
