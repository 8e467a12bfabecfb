public import Chronology

extension EventStore {
    /// Gives the stays at fences that the filter passes (its types are not looked at), the oldest
    /// first, at most the newest `StoreLimits.visitsPerRequest`.
    ///
    /// - Parameters:
    ///   - since: leaves out stays that had ended before.
    ///   - last: gives only the newest so many, 0 or more.
    ///   - seq: gives only those whose ``Visit/first`` comes behind it.
    ///   - limit: gives only the oldest so many of what is left, 0 or more.
    ///   - record: what is given of a stay. Called on the store's thread, for a few stays at a time,
    ///     so that no commit waits for many to be read.
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
        Query { ledger throws(SQLiteError) in
            var list = list
            let start = max(seq, ledger.first - 1)
            guard let next = try ledger.gatherVisits(after: start, into: &list) else {
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
