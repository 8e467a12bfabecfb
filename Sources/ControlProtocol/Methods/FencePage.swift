/// The parameters of `Fence.list`.
public struct FenceQuery: Sendable, Hashable, Codable {
    /// Only fences of this monitor.
    public var monitor: String?
    /// Only fences of this set.
    public var set: String?
    /// Only fences of this state (`inside`, `outside` or `unknown`); nil for all. Those of a set that no monitor
    /// watches are `unknown`.
    public var state: String?
    /// At most so many, from 1; nil, and any greater number, for `Limits.listedFences`.
    public var limit: Int?
    /// Only what comes after this place: the `next` of the page before.
    public var after: FencePlace?

    /// A query; nil asks for all, from the beginning.
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
    /// Each fence under each monitor that watches it: monitor by monitor in the order of the
    /// configuration, and of one monitor in order of id.
    public var fences: [FenceState]
    /// The place of the last of them, when more come after it.
    public var next: FencePlace?

    /// A page of fences.
    public init(fences: [FenceState], next: FencePlace? = nil) {
        self.fences = fences
        self.next = next
    }
}

/// A place in the list of fences. It stays a place when its fence goes, so that pages neither miss
/// nor repeat a fence that stays.
public struct FencePlace: Sendable, Hashable, Codable {
    /// The fence's id.
    public var fence: String
    /// The monitor; nil in the list of a set that no monitor watches.
    public var monitor: String?

    /// The place of a fence under a monitor.
    public init(fence: String, monitor: String? = nil) {
        self.fence = fence
        self.monitor = monitor
    }
}
