import Chronology
import Composition
import ControlProtocol
import EventStore
import Geodesy
import Geofencing
import Messages
import Suggestions

extension NewEvent {
    /// Creates the entry of an event of the engine; marks a transition of a history as late.
    ///
    /// - Parameters:
    ///   - message: the result of the monitor's message expression; nil for a monitor without one.
    ///   - ids: the ids of the monitors whose id differs from their name, by name.
    init(
        _ event: Event, at now: BootInstant, message: ComposedMessage?, ids: [String: String],
        isHistory: Bool = false
    ) {
        var record = EventRecord(
            event, at: Cursor.unknown, emittedAt: "", message: message, ids: ids)
        if isHistory {
            record.history = true
            record.late = record.isTransition
        }
        let time: UTCInstant? =
            switch event {
            case .transition(let transition): transition.crossedAt ?? transition.decidedAt
            case .diagnostic(let diagnostic): diagnostic.decidedAt
            }
        self.init(record, time: time, at: now)
    }

    /// Creates an event of the daemon itself, timed now: it may become durable much later.
    init(_ type: EventType, source: String? = nil, message: String) {
        let time = WallClock.now()
        var record = EventRecord(
            seq: 0, event_id: Cursor.unknown.description, type: type.rawValue)
        record.source = source
        record.message = message
        record.decided_at = time.rfc3339
        record.emitted_at = ""
        self.init(record, time: time, at: BootClock.now())
    }

    /// Creates the event for an entry that the store itself writes.
    init(storeEntry: StoreEntry) {
        switch storeEntry {
        case .reset(let reset):
            self.init(
                .storageReset,
                message: "\(reset.failure)"
                    + (reset.movedTo.map { "; the old log lies in \($0)" } ?? ""))
        case .gap(let lost):
            self.init(
                .gap,
                message: counted(lost, "event was", "events were")
                    + " lost while the storage failed")
        }
    }

    private init(_ record: EventRecord, time: UTCInstant?, at now: BootInstant) {
        self.init(
            type: record.type, monitor: record.monitor_id ?? record.monitor, fence: record.fence,
            visit: record.visit,
            time_ns: time?.nanoseconds, boot_ns: now.nanoseconds,
            payload: PackedRecord.pack(Wire.line(record)))
    }
}
