public import Chronology

extension EventStore {
    /// Lists visits, the oldest first, of the newest `StoreLimits.visitsPerRequest`, until a page is full.
    /// Fails with the present fault while the database cannot be read, or `.closed`.
    ///
    /// - Parameters:
    ///   - filter: selects monitors and fences; its types are ignored.
    ///   - since: omits visits that ended earlier; nil omits none.
    ///   - last: selects only this number of the newest visits, 0 or more; nil selects all.
    ///   - seq: omits visits whose ``Visit/first`` is not greater.
    ///   - page: the page to fill.
    ///   - add: adds a visit to the page; returns false when the page takes no more. Called on the
    ///     store's thread, a few visits at a time, so that a long list does not delay commits.
    public func visits<Page: Sendable>(
        filter: EventFilter = EventFilter(), since: UTCInstant? = nil, last: Int? = nil,
        after seq: Seq = 0, into page: Page,
        adding add: @escaping @Sendable (Visit, inout Page) -> Bool,
        completion: @escaping StoreCompletion<Page>
    ) {
        ask(
            visits(VisitList(filter: filter), after: 0, completion) { list in
                let wanted = list.selected(
                    since_ns: since?.nanoseconds, last: last ?? .max, after: seq)
                return self.fill(page, with: Array(wanted)[...], add, completion)
            })
    }

    private func visits<Page: Sendable>(
        _ list: VisitList, after seq: Seq, _ completion: @escaping StoreCompletion<Page>,
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

    private func fill<Page: Sendable>(
        _ page: Page, with visits: ArraySlice<VisitList.Outline>,
        _ add: @escaping @Sendable (Visit, inout Page) -> Bool,
        _ completion: @escaping StoreCompletion<Page>
    ) -> Query {
        Query { database throws(SQLiteError) in
            var page = page
            for outline in visits.prefix(StoreLimits.visitsPerSlice) {
                guard add(try database.visit(outline), &page) else {
                    completion(.success(page))
                    return nil
                }
            }
            let rest = visits.dropFirst(StoreLimits.visitsPerSlice)
            guard rest.isEmpty else { return self.fill(page, with: rest, add, completion) }
            completion(.success(page))
            return nil
        } fail: { failure in
            completion(.failure(failure))
        }
    }
}
