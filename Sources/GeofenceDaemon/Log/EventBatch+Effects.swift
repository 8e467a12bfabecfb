import Chronology
import EventStore
import Geofencing

extension EventBatch {
    /// What the effects of one input ask to be kept, or nil when they ask for nothing.
    ///
    /// - Parameter composed: takes what became of message expressions, by monitor.
    init?(
        _ effects: Effects, at now: BootInstant,
        composed: (_ monitor: String, _ problem: String?) -> Void
    ) {
        var events: [NewEvent] = []
        var budget = MessageBudget()
        effects.forEachEvent { event in
            let message = event.composed(&budget)
            if let message, let monitor = event.monitor { composed(monitor, message.problem) }
            events.append(NewEvent(event, at: now, message: message))
        }
        let changes = effects.changes
        guard !events.isEmpty || !changes.isEmpty else { return nil }
        self.init(events: events, changes: changes)
    }
}
