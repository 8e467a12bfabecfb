/// Assembles visits from events that are added in order.
struct VisitList: Sendable {
    /// Selects monitors and fences; types are ignored.
    var filter: EventFilter
    /// The visits so far, the oldest first.
    private(set) var visits: [Visit] = []
    private var places: [String: Int] = [:]

    /// A list of the visits that the filter selects.
    init(filter: EventFilter) {
        self.filter = EventFilter(monitors: filter.monitors, fences: filter.fences)
    }

    /// Adds an event to its visit.
    mutating func add(_ stored: StoredEvent) {
        let event = stored.event
        guard let id = event.visit,
            filter.passes(type: event.type, monitor: event.monitor, fence: event.fence)
        else { return }
        let place = places[id] ?? append(id, stored)
        switch event.type {
        case "entered": visits[place].entered = stored
        case "exited": visits[place].exited = stored
        case "dwelled": visits[place].dwells += 1
        case "visit-closed": visits[place].closed = stored
        default: break
        }
    }

    private mutating func append(_ id: String, _ stored: StoredEvent) -> Int {
        places[id] = visits.count
        let event = stored.event
        visits.append(
            Visit(id: id, first: stored.seq, monitor: event.monitor, fence: event.fence))
        if visits.count > 2 * StoreLimits.visitsPerRequest { keepNewest() }
        return visits.count - 1
    }

    /// Drops the oldest half of a list that is too long, so that memory stays bounded.
    private mutating func keepNewest() {
        visits.removeFirst(visits.count - StoreLimits.visitsPerRequest)
        places = Dictionary(
            uniqueKeysWithValues: visits.enumerated().map { ($0.element.id, $0.offset) })
    }

    /// Of the newest `last` visits that had not ended before a time, at most
    /// `StoreLimits.visitsPerRequest`, the first `limit` after `seq`.
    func page(since_ns: Int64?, last: Int, after seq: Seq, limit: Int) -> ArraySlice<Visit> {
        let wanted = visits.filter { visit in
            guard let since_ns else { return true }
            let last = visit.exited ?? visit.closed ?? visit.entered
            return visit.exited == nil && visit.closed == nil
                || (last.map { $0.event.time_ns ?? $0.committed_ns } ?? .min) >= since_ns
        }
        return wanted.suffix(min(last, StoreLimits.visitsPerRequest))
            .drop { $0.first <= seq }.prefix(limit)
    }
}
