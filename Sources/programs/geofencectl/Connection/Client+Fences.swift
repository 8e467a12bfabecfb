internal import ControlProtocol

extension Client {
    /// Requests fences from the position of the query, and passes each page to `body` as it
    /// arrives.
    func fencePages(of query: FenceQuery, _ body: ([FenceState]) -> Void) throws {
        var query = query
        repeat {
            let page = try call(.fenceList, query, as: FenceList.self)
            body(page.fences)
            query.after = page.next
        } while query.after != nil
    }

    /// Returns ids of fences that begin with `beginning`, in order and without duplicates; only
    /// the first page of each monitor.
    func fenceIDs(beginningWith beginning: String) throws -> [String] {
        var ids: Set<String> = []
        if (try? call(.fenceInspect, FenceChoice(fence: beginning), as: FenceDetail.self)) != nil {
            ids.insert(beginning)
        }
        for monitor in try names(of: .monitors) {
            // The ids with this prefix follow the prefix itself.
            let place = FencePlace(fence: beginning, monitor: monitor)
            let query = FenceQuery(monitor: monitor, after: place)
            ids.formUnion(try call(.fenceList, query, as: FenceList.self).fences.map(\.id))
        }
        return ids.filter { $0.hasPrefix(beginning) }.sorted()
    }
}
