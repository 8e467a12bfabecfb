import Chronology
import EventStore
import Geofencing

extension EventBatch {
    /// What the effects of one input ask to be kept, or nil when they ask for nothing.
    init?(_ effects: Effects, at now: BootInstant) {
        var events: [NewEvent] = []
        effects.forEachEvent { events.append(NewEvent($0, at: now)) }
        let changes = effects.changes
        guard !events.isEmpty || !changes.isEmpty else { return nil }
        self.init(events: events, changes: changes)
    }
}
