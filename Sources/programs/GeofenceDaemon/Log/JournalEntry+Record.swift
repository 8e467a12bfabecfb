import Chronology
import ControlProtocol
import SystemServices
import Systemd

extension JournalEntry {
    /// Creates the entry for the record of an event; nil for bytes that are not a record, and
    /// for an entry that the quota leaves out.
    init?(record bytes: [UInt8], within quota: inout JournalQuota, at now: BootInstant) {
        guard let record = try? EventRecord(withoutPropertiesOf: bytes) else { return nil }
        let type = EventType(rawValue: record.type)
        let level = type?.priority ?? .info
        self.init(
            level, record.message ?? record.type, messageID: type.map(MessageID.of))
        add("GEOFENCE_SEQ", String(record.seq))
        add("GEOFENCE_EVENT", record.type)
        add("GEOFENCE_MONITOR", record.monitor)
        add("GEOFENCE_SOURCE", record.source)
        add("GEOFENCE_FENCE", record.fence)
        add("GEOFENCE_FENCE_NAME", record.fence_name)
        add("GEOFENCE_VISIT", record.visit)
        add("GEOFENCE_LAT", record.lat.map { "\($0)" })
        add("GEOFENCE_LON", record.lon.map { "\($0)" })
        add("GEOFENCE_ACCURACY_M", record.accuracy_m.map { "\($0)" })
        add("GEOFENCE_DISTANCE_M", record.distance_m.map { "\($0)" })
        add("GEOFENCE_CROSSED_AT", record.crossed_at)
        add("GEOFENCE_CAUSE", record.cause)
        if record.history { add("GEOFENCE_HISTORY", "1") }
        add("GEOFENCE_JSON", String(decoding: bytes, as: UTF8.self))
        let verdict = quota.verdict(record.type, source: record.source, at: now)
        guard let entry = under(verdict) else { return nil }
        self = entry
    }

    /// Returns the entry as the quota allows it; nil to leave it out.
    func under(_ verdict: JournalQuota.Verdict) -> JournalEntry? {
        switch verdict {
        case .write: return self
        case .writeAsLast:
            var last = self
            last.message +=
                "; more of this kind within the hour are in the log only: geofencectl events"
            return last
        case .leaveOut: return nil
        }
    }

    private mutating func add(_ name: String, _ value: String?) {
        if let value { fields.append(Field(name, value)) }
    }
}

extension EventType {
    /// The priority of the journal entries of this type.
    fileprivate var priority: JournalEntry.Priority {
        switch self {
        case .entered, .exited, .dwelled, .daemonStarted, .daemonStopped: .notice
        case .feedStale, .timeReset, .fixesLate, .possiblePass, .flapping, .fenceInvalid,
            .monitorFailed,
            .storageReset, .storageFailed, .gap:
            .warning
        case .feedResumed, .resumed, .fenceAdded, .fenceChanged, .fenceRemoved, .fenceExpired,
            .fenceValid, .visitClosed, .monitorStarted, .monitorStopped, .sourceChanged,
            .storageResumed:
            .info
        }
    }
}
