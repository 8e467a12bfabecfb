public import Chronology

extension EventStore {
    /// Reads up to `limit` events (1 or more) after the cursor that pass the filter, in order of
    /// number. A page with fewer events has reached the head; continue from its `next`.
    ///
    /// Fails with `.cursor` when the cursor does not fit the log, and with `.storage`: the present
    /// fault while the database cannot be read, or `.closed`.
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
        Query { database throws(SQLiteError) in
            do throws(CursorFailure) {
                try database.bounds.check(cursor)
            } catch {
                completion(.failure(.cursor(error)))
                return nil
            }
            var page = try database.page(
                after: cursor.seq, limit: limit - collected.count, filter: filter)
            page.events = collected + page.events
            if page.events.count == limit || page.next.seq >= database.head {
                completion(.success(page))
                return nil
            }
            return self.read(
                after: page.next, collected: page.events, limit: limit, filter, completion)
        } fail: { failure in
            completion(.failure(.storage(failure)))
        }
    }

    /// Returns the cursor before the first event that was committed at or after a time; the head
    /// when there is none. Fails with the present fault while the database cannot be read, or
    /// `.closed`.
    ///
    /// Compares times of the system clock, as the caller does: the times of events come from
    /// receivers, and a receiver that is off by weeks would hide every event or return too many.
    public func seek(
        since time: UTCInstant, completion: @escaping StoreCompletion<LogCursor>
    ) {
        ask(seek(since: time, after: 0, completion))
    }

    private func seek(
        since time: UTCInstant, after seq: Seq, _ completion: @escaping StoreCompletion<LogCursor>
    ) -> Query {
        Query { database throws(SQLiteError) in
            let start = max(seq, database.first - 1)
            if let found = try database.seek(after: start, since_ns: time.nanoseconds) {
                completion(.success(LogCursor(epoch: database.epoch, seq: found - 1)))
                return nil
            }
            let next = start + Seq(StoreLimits.rowsPerSlice)
            if next < database.head { return self.seek(since: time, after: next, completion) }
            completion(.success(database.bounds.end))
            return nil
        } fail: { failure in
            completion(.failure(failure))
        }
    }
}
