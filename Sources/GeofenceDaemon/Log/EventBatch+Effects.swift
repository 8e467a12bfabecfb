import Chronology
import EventStore
import Geofencing

extension EventBatch {
    /// What the effects of one input ask to be kept, or nil when they ask for nothing.
    init?(_ effects: [Effect], at now: BootInstant) {
        var events: [NewEvent] = []
        var changes: [StateChange] = []
        for effect in effects {
            switch effect {
            case .event(let event): events.append(NewEvent(event, at: now))
            case .save(let change): changes.append(change)
            case .saveFence(let memo): changes.append(memo.change)
            case .status, .warnings: break
            }
        }
        guard !events.isEmpty || !changes.isEmpty else { return nil }
        self.init(events: events, changes: changes)
    }
}
