/// Assembles visits from the columns of events that are added in order, without their payloads: a full
/// log takes a few megabytes.
struct VisitList: Sendable {
    /// A visit by the numbers of its events.
    struct Outline: Sendable {
        /// The id of the visit.
        var id: String
        /// Its first retained event.
        var first: Seq
        var entered: Seq?
        var exited: Seq?
        /// The diagnostic that ended the visit without an exit.
        var closed: Seq?
        /// The number of its dwell events.
        var dwells = 0
        /// The time of the event that ended it, else of the one that began it, nanoseconds since 1970.
        var last_ns = Int64.min

        /// Whether the visit had ended before a time.
        func hasEnded(before time_ns: Int64) -> Bool {
            (exited != nil || closed != nil) && last_ns < time_ns
        }
    }

    /// Selects monitors and fences; types are ignored.
    var filter: EventFilter
    /// The visits so far, the oldest first.
    private(set) var visits: [Outline] = []
    private var places: [String: Int] = [:]

    /// A list of the visits that the filter selects.
    init(filter: EventFilter) {
        self.filter = EventFilter(monitors: filter.monitors, fences: filter.fences)
    }

    /// Adds an event of a type to the visit `id`; `time_ns` are nanoseconds since 1970.
    mutating func add(_ type: String, _ seq: Seq, of id: String, time_ns: Int64) {
        let place = places[id] ?? append(Outline(id: id, first: seq))
        switch type {
        case "entered":
            visits[place].entered = seq
            if visits[place].exited == nil, visits[place].closed == nil {
                visits[place].last_ns = time_ns
            }
        case "exited":
            visits[place].exited = seq
            visits[place].last_ns = time_ns
        case "dwelled": visits[place].dwells += 1
        case "visit-closed":
            visits[place].closed = seq
            if visits[place].exited == nil { visits[place].last_ns = time_ns }
        default: break
        }
    }

    private mutating func append(_ visit: Outline) -> Int {
        places[visit.id] = visits.count
        visits.append(visit)
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
    /// `StoreLimits.visitsPerRequest`, those after `seq`.
    func selected(since_ns: Int64?, last: Int, after seq: Seq) -> ArraySlice<Outline> {
        let wanted = visits.filter { visit in since_ns.map { !visit.hasEnded(before: $0) } ?? true }
        return wanted.suffix(min(last, StoreLimits.visitsPerRequest)).drop { $0.first <= seq }
    }
}
