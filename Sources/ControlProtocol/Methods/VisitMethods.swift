/// The parameters of `Visit.list`.
public struct VisitQuery: Sendable, Hashable, Codable {
    /// Only visits of this monitor.
    public var monitor: String?
    /// Only visits of this fence.
    public var fence: String?
    /// Only visits that were open at this RFC 3339 time or began later.
    public var since_time: String?
    /// Only the newest so many.
    public var last: Int?

    /// A query; nil asks for all.
    public init(
        monitor: String? = nil, fence: String? = nil, since_time: String? = nil, last: Int? = nil
    ) {
        self.monitor = monitor
        self.fence = fence
        self.since_time = since_time
        self.last = last
    }
}

/// The result of `Visit.list`.
public struct VisitList: Sendable, Hashable, Codable {
    /// The visits, oldest first.
    public var visits: [VisitRecord]

    /// Those visits.
    public init(visits: [VisitRecord]) {
        self.visits = visits
    }
}
