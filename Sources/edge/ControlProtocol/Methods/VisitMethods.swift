/// The parameters of `Visit.list`.
public struct VisitQuery: Sendable, Hashable, Codable {
    /// Only visits of this monitor.
    public var monitor: String?
    /// Only visits of this fence, by id, or by a name that no other fence has.
    public var fence: String?
    /// Only visits that were open at this RFC 3339 time or began later.
    public var since_time: String?
    /// The most visits, the newest ones; nil and greater numbers mean 10,000.
    public var last: Int?
    /// Only visits after this position: the `next` of the previous page.
    public var after: String?

    /// Creates a query; nil selects everything, from the start.
    public init(
        monitor: String? = nil, fence: String? = nil, since_time: String? = nil, last: Int? = nil,
        after: String? = nil
    ) {
        self.monitor = monitor
        self.fence = fence
        self.since_time = since_time
        self.last = last
        self.after = after
    }
}

/// The result of `Visit.list`.
public struct VisitList: Sendable, Hashable, Codable {
    /// The visits, oldest first: at most `Limits.listedVisits`, and only those that fit a line.
    public var visits: [VisitRecord]
    /// The position of the last visit, when more follow. A visit whose first event is deleted
    /// before the next page is requested may be repeated.
    public var next: String?
    /// The monitor and the fence of the query where they do not exist now; nil otherwise.
    public var unknown: [UnknownName]?

    /// Creates a page of visits.
    public init(visits: [VisitRecord], next: String? = nil) {
        self.visits = visits
        self.next = next
    }

    /// The same on the wire, with visits that are already encoded.
    public struct Encoded: Sendable, Encodable {
        /// The visits.
        public var visits: [RawJSON]
        /// The `next` of the list.
        public var next: String?
        /// The `unknown` of the list.
        public var unknown: [UnknownName]?

        /// Creates a page of visits.
        public init(visits: [RawJSON], next: String? = nil, unknown: [UnknownName]? = nil) {
            self.visits = visits
            self.next = next
            self.unknown = unknown
        }
    }
}
