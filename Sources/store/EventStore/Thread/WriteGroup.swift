import Geofencing
import SystemServices

/// Writes that become durable in one transaction.
struct WriteGroup {
    /// The writes, in order.
    var writes: [Write]
    /// The last event that each sink has processed.
    var deliveries: [String: Seq]
    /// The number of the group's last event in the last attempt; nil before the first attempt.
    var attempted: LogCursor?

    /// Applies all writes, within a transaction.
    func apply(
        to database: EventDatabase, record: (StoreEntry) -> NewEvent
    ) throws(SQLiteError) {
        let now = Clocks.utcNanoseconds()
        var seq = database.head
        for write in writes {
            switch write {
            case .batch(let batch, _):
                for event in batch.events {
                    seq += 1
                    try database.connection.insert(event, seq: seq, committed_ns: now)
                }
                for change in batch.changes { try database.apply(change) }
            case .gap(let lost, let state):
                seq += 1
                try database.connection.insert(
                    record(.gap(lost: lost)), seq: seq, committed_ns: now)
                for change in state.changes { try database.apply(change) }
            case .fences(let changes, _):
                for change in changes {
                    try database.apply(change, revision: database.revision + 1)
                }
                try database.connection.setMeta("revision", .integer(database.revision + 1))
            case .state(let state, _):
                try database.replace(with: state)
            case .consumers(let records, _):
                for (name, record) in records {
                    try database.apply(record, ofConsumer: name)
                }
            }
        }
        for (name, seq) in deliveries {
            try database.connection.setMeta(.delivery, name, .integer(seq))
        }
    }

    /// Events in the group.
    var eventCount: Int { writes.reduce(0) { $0 + $1.eventCount } }

    /// Completes all writes as durable; `head` is the newest number before the group.
    func succeed(after head: Seq, revision: Int64) {
        var seq = head
        for write in writes {
            let count = Seq(write.eventCount)
            switch write {
            case .batch(_, let completion):
                completion(.success(count == 0 ? nil : seq + 1...seq + count))
            case .gap: break
            case .fences(_, let completion): completion(.success(revision))
            case .state(_, let completion): completion(.success(true))
            case .consumers(_, let completion): completion(.success(()))
            }
            seq += count
        }
    }
}
