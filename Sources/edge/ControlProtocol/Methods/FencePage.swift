/// The parameters of `Fence.list`.
public struct FenceQuery: Sendable, Hashable, Codable {
    /// Only fences of this monitor.
    public var monitor: String?
    /// Only fences of this set.
    public var set: String?
    /// Only fences of this state (`inside`, `outside` or `unknown`); nil for all. The fences of
    /// a set without a monitor are `unknown`.
    public var state: String?
    /// The most fences of a page, from 1; nil and greater numbers mean `Limits.listedFences`.
    public var limit: Int?
    /// Only fences after this position: the `next` of the previous page.
    public var after: FencePlace?

    /// Creates a query; nil selects everything, from the start.
    public init(
        monitor: String? = nil, set: String? = nil, state: String? = nil, limit: Int? = nil,
        after: FencePlace? = nil
    ) {
        self.monitor = monitor
        self.set = set
        self.state = state
        self.limit = limit
        self.after = after
    }
}

/// The result of `Fence.list`.
public struct FenceList: Sendable, Hashable, Codable {
    /// Each fence in each monitor: by monitor in the order of the configuration, then by id.
    public var fences: [FenceState]
    /// The position of the last fence, when more follow.
    public var next: FencePlace?

    /// Creates a page of fences.
    public init(fences: [FenceState], next: FencePlace? = nil) {
        self.fences = fences
        self.next = next
    }
}

/// A position in the list of fences. It remains valid when its fence is removed, so that pages
/// neither miss nor repeat other fences.
public struct FencePlace: Sendable, Hashable, Codable {
    /// The fence's id.
    public var fence: String
    /// The monitor; nil in the list of a set without a monitor.
    public var monitor: String?

    /// Creates the position of a fence of a monitor.
    public init(fence: String, monitor: String? = nil) {
        self.fence = fence
        self.monitor = monitor
    }
}
