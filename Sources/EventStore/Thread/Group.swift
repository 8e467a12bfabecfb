import Geofencing

/// Writes that become durable together.
struct Group {
    /// The writes, in their order.
    var writes: [Write]
    /// How far deliveries have come.
    var deliveries: [String: Seq]
    /// The epoch and the newest number of the last attempt; nil before it, and without events.
    var attempted: LogCursor?

    /// Applies everything within one transaction.
    func apply(
        to ledger: Ledger, record: (StoreEntry) -> NewEvent
    ) throws(SQLiteError) {
        let now = Clock.system_ns()
        var seq = ledger.head
        for write in writes {
            switch write {
            case .batch(let batch, _):
                for event in batch.events {
                    seq += 1
                    try ledger.connection.insert(event, seq: seq, committed_ns: now)
                }
                for change in batch.changes { try ledger.apply(change) }
            case .gap(let lost, let state):
                seq += 1
                try ledger.connection.insert(record(.gap(lost: lost)), seq: seq, committed_ns: now)
                for change in state.changes { try ledger.apply(change) }
            case .fences(let changes, _):
                for change in changes {
                    try ledger.apply(change, revision: ledger.revision + 1)
                }
                try ledger.connection.setMeta("revision", .integer(ledger.revision + 1))
            case .state(let state, _):
                try ledger.replace(with: state)
            }
        }
        for (name, seq) in deliveries {
            try ledger.connection.setMeta(.delivery, name, .integer(seq))
        }
    }

    /// Events in the group.
    var eventCount: Int { writes.reduce(0) { $0 + $1.eventCount } }

    /// Tells everyone that it is durable; `head` is the newest number before the group.
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
            }
            seq += count
        }
    }
}
