public import Chronology

extension EventStore {
    /// Lists visits, the oldest first, at most the newest `StoreLimits.visitsPerRequest`. Fails
    /// with the present fault while the database cannot be read, or `.closed`.
    ///
    /// - Parameters:
    ///   - filter: selects monitors and fences; its types are ignored.
    ///   - since: omits visits that ended earlier; nil omits none.
    ///   - last: selects only this number of the newest visits, 0 or more; nil selects all.
    ///   - seq: omits visits whose ``Visit/first`` is not greater.
    ///   - limit: returns only this number of the oldest visits that remain, 0 or more.
    ///   - record: converts a visit. Called on the store's thread, a few visits at a time, so that
    ///     a long list does not delay commits.
    public func visits<Record: Sendable>(
        filter: EventFilter = EventFilter(), since: UTCInstant? = nil, last: Int? = nil,
        after seq: Seq = 0, limit: Int = .max, as record: @escaping @Sendable (Visit) -> Record,
        completion: @escaping StoreCompletion<[Record]>
    ) {
        ask(
            visits(VisitList(filter: filter), after: 0, completion) { list in
                let wanted = list.page(
                    since_ns: since?.nanoseconds, last: last ?? .max, after: seq, limit: limit)
                return self.records(of: wanted, after: [], record, completion)
            })
    }

    private func visits<Record: Sendable>(
        _ list: VisitList, after seq: Seq, _ completion: @escaping StoreCompletion<[Record]>,
        _ finish: @escaping @Sendable (VisitList) -> Query
    ) -> Query {
        Query { database throws(SQLiteError) in
            var list = list
            let start = max(seq, database.first - 1)
            guard let next = try database.gatherVisits(after: start, into: &list) else {
                return finish(list)
            }
            return self.visits(list, after: next, completion, finish)
        } fail: { failure in
            completion(.failure(failure))
        }
    }

    private func records<Record: Sendable>(
        of visits: ArraySlice<Visit>, after done: [[Record]],
        _ record: @escaping @Sendable (Visit) -> Record,
        _ completion: @escaping StoreCompletion<[Record]>
    ) -> Query {
        Query { _ throws(SQLiteError) in
            let slice = visits.prefix(StoreLimits.visitsPerSlice)
            let done = done + [slice.map(record)]
            let rest = visits.dropFirst(slice.count)
            guard rest.isEmpty else {
                return self.records(of: rest, after: done, record, completion)
            }
            completion(.success(Array(done.joined())))
            return nil
        } fail: { failure in
            completion(.failure(failure))
        }
    }
}
