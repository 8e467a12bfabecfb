public import Chronology

extension EventStore {
    /// Gives up to `limit` events after the cursor that pass the filter.
    ///
    /// A page with fewer than `limit` events has come to the head; read on from its `next`.
    public func read(
        after cursor: LogCursor, limit: Int, filter: EventFilter = EventFilter(),
        completion: @escaping @Sendable (Result<EventPage, ReadFailure>) -> Void
    ) {
        precondition(limit > 0, "a page holds at least one event")
        ask(read(after: cursor, collected: [], limit: limit, filter, completion))
    }

    private func read(
        after cursor: LogCursor, collected: [StoredEvent], limit: Int, _ filter: EventFilter,
        _ completion: @escaping @Sendable (Result<EventPage, ReadFailure>) -> Void
    ) -> Query {
        Query { ledger throws(SQLiteError) in
            do throws(CursorFailure) {
                try ledger.bounds.check(cursor)
            } catch {
                completion(.failure(.cursor(error)))
                return nil
            }
            var page = try ledger.page(
                after: cursor.seq, limit: limit - collected.count, filter: filter)
            page.events = collected + page.events
            if page.events.count == limit || page.next.seq >= ledger.head {
                completion(.success(page))
                return nil
            }
            return self.read(
                after: page.next, collected: page.events, limit: limit, filter, completion)
        } fail: { failure in
            completion(.failure(.storage(failure)))
        }
    }

    /// Gives the place before the first event committed at or after a time; the head when there is
    /// none.
    ///
    /// By the system clock, which the asker reads as well: the events' own times are those of
    /// receivers, and one that is off by weeks would hide everything or show too much.
    public func seek(
        since time: UTCInstant, completion: @escaping StoreCompletion<LogCursor>
    ) {
        ask(seek(since: time, after: 0, completion))
    }

    private func seek(
        since time: UTCInstant, after seq: Seq, _ completion: @escaping StoreCompletion<LogCursor>
    ) -> Query {
        Query { ledger throws(SQLiteError) in
            let start = max(seq, ledger.first - 1)
            if let found = try ledger.seek(after: start, since_ns: time.nanoseconds) {
                completion(.success(LogCursor(epoch: ledger.epoch, seq: found - 1)))
                return nil
            }
            let next = start + Seq(StoreLimits.rowsPerSlice)
            if next < ledger.head { return self.seek(since: time, after: next, completion) }
            completion(.success(ledger.bounds.end))
            return nil
        } fail: { failure in
            completion(.failure(failure))
        }
    }
}
