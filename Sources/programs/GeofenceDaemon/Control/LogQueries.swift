import Chronology
import ControlProtocol
import EventStore

/// The methods `Events.list` and `Visit.list`.
@Loop
struct LogQueries {
    let log: EventLog
    let active: ActiveConfiguration
    let names: NameResolver

    /// Answers with stored events.
    func listEvents(_ query: EventQuery, _ request: Request, _ client: ClientConnection) throws {
        let filter = try LogFilter(
            types: query.types, monitors: query.monitors?.map(active.loggedID),
            fences: query.fences)
        try names.resolve(
            fences: query.fences, monitors: query.monitors, request, client
        ) { fences, unknown in
            var filter = filter
            filter.fences = Set(fences ?? [])
            try log.begin(query, otherwise: log.bounds.first, filter) { [filter] outcome in
                client.attempt(request) {
                    let from = try outcome.get()
                    list(EventListing(from: from, unknown: unknown), filter, request, client)
                }
            }
        }
    }

    /// Answers with a page of visits and their durations.
    func listVisits(_ query: VisitQuery, _ request: Request, _ client: ClientConnection) throws {
        let monitors = [query.monitor].compactMap(\.self)
        try names.resolve(
            fences: [query.fence].compactMap(\.self), monitors: monitors, request, client
        ) { fences, unknown in
            let filter = LogFilter(
                monitors: Set(monitors.map(active.loggedID)), fences: Set(fences ?? []))
            try listVisits(query, filter, unknown, request, client)
        }
    }

    /// Reads pages until the answer is full or the log ends.
    private func list(
        _ listing: EventListing, _ filter: LogFilter, _ request: Request, _ client: ClientConnection
    ) {
        let asked = listing.asked
        log.read(from: listing.next, filter, limit: asked) { page in
            switch page {
            case .events(let entries, let next):
                var listing = listing
                listing.add(entries, next: next)
                guard listing.isFull || entries.count < asked else {
                    return list(listing, filter, request, client)
                }
                answer(listing, request, client)
            case .expired(let first):
                client.fail(.expired(first: first, from: first), to: request)
            case .unreadable(let reason):
                client.fail(Failure(.storageUnavailable, reason), to: request)
            }
        }
    }

    private func answer(_ listing: EventListing, _ request: Request, _ client: ClientConnection) {
        let events = listing.entries.map { RawJSON(checked: $0.record) }
        let cursor = Cursor(epoch: log.bounds.epoch, seq: listing.next - 1).description
        let isMore = listing.isFull && listing.next <= log.bounds.head
        client.reply(
            EventList.Encoded(
                events: events, cursor: cursor, more: isMore, unknown: listing.unknown),
            to: request)
    }

    private func listVisits(
        _ query: VisitQuery, _ filter: LogFilter, _ unknown: [UnknownName]?, _ request: Request,
        _ client: ClientConnection
    ) throws(Failure) {
        let since = try UTCInstant.given(query.since_time, as: "since_time")
        let last = try Int.given(query.last, as: "last")
        let after = try query.after.map { text throws(Failure) in
            try log.seq(of: text, as: "after")
        }
        log.store.visits(
            filter: filter, since: since, last: last, after: after ?? 0, into: VisitPage(),
            adding: { $1.add(VisitRecord($0), at: $0.first) }
        ) { answer in
            Loop.soon {
                switch answer {
                case .success(let page):
                    let next = page.next.map { Cursor(epoch: log.bounds.epoch, seq: $0) }
                    client.reply(
                        VisitList.Encoded(
                            visits: page.visits, next: next?.description, unknown: unknown),
                        to: request)
                case .failure(let failure):
                    client.fail(Failure(.storageUnavailable, "\(failure)"), to: request)
                }
            }
        }
    }
}
