import Chronology
import Composition
import ControlProtocol
import EventStore
import Geodesy
import Geofencing
import Messages
import Suggestions

extension NewEvent {
    /// An event of the engine on its way into the log; of a history it is late by that.
    ///
    /// - Parameters:
    ///   - message: what the monitor's expression made of it; nil where it has none.
    ///   - ids: the ids of monitors that have another one than their name, by name.
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

    /// An entry of the daemon's own, of this moment: it may become durable long after.
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

    /// An entry that the store itself has to make.
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
