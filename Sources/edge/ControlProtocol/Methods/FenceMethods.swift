/// The parameters of `Fence.inspect`.
public struct FenceChoice: Sendable, Hashable, Codable {
    /// The fence's id, or a name that no other fence has.
    public var fence: String
    /// The monitor; required where several monitors have fences with that id.
    public var monitor: String?

    /// Creates the parameters for a fence.
    public init(fence: String, monitor: String? = nil) {
        self.fence = fence
        self.monitor = monitor
    }
}

/// The result of `Fence.inspect`.
public struct FenceDetail: Sendable, Hashable, Codable {
    /// The fence as a GeoJSON feature, as loaded.
    public var feature: RawJSON
    /// The set it belongs to.
    public var set: String
    /// Its state in each monitor.
    public var states: [FenceState]
    /// The radius of the smallest circle around the shape, in metres. A tolerance given as a share
    /// is a share of this radius plus the buffer.
    public var enclosing_radius_m: Double?

    /// Creates the result for a fence with its set and states.
    public init(feature: RawJSON, set: String, states: [FenceState]) {
        self.feature = feature
        self.set = set
        self.states = states
    }
}

/// The parameters of `Fence.add` and `Fence.replace`: one fence, or several that change atomically.
public struct FenceFeatures: Sendable, Hashable, Codable {
    /// The fence set: the path of its file, or `run-time` for the set without a file. The name of a
    /// monitor stands for the set that it evaluates. Nil where the configuration has one set.
    public var set: String?
    /// A GeoJSON feature whose `id` is the fence's id.
    public var feature: RawJSON?
    /// A GeoJSON feature collection, instead of `feature`.
    public var collection: RawJSON?

    /// Creates the parameters for a set: one fence as a feature, several as a collection.
    public init(set: String?, features: [JSONValue]) {
        self.set = set
        if features.count == 1 {
            feature = RawJSON(features[0])
        } else {
            collection = RawJSON(
                .object([
                    "type": .string("FeatureCollection"), "features": .array(features),
                ]))
        }
    }
}

/// The parameters of `Fence.remove`.
public struct FenceRemoval: Sendable, Hashable, Codable {
    /// The fence set, as in `FenceFeatures`.
    public var set: String?
    /// The fence's id, or a name that no other fence has.
    public var fence: String

    /// Creates the removal of a fence from a set.
    public init(set: String?, fence: String) {
        self.set = set
        self.fence = fence
    }
}

/// The parameters of `Fence.set`.
public struct FenceCollection: Sendable, Hashable, Codable {
    /// The fence set, as in `FenceFeatures`.
    public var set: String?
    /// A GeoJSON feature collection.
    public var collection: RawJSON

    /// Creates the parameters with all fences of a set.
    public init(set: String?, collection: JSONValue) {
        self.set = set
        self.collection = RawJSON(collection)
    }
}

/// The parameters of `Fence.revert`.
public struct FenceReversion: Sendable, Hashable, Codable {
    /// The fence set, as in `FenceFeatures`.
    public var set: String?
    /// The fences' ids, or names that no other fence has; nil for all fences of the set that were
    /// changed at run time.
    public var fences: [String]?

    /// Creates the reversion of some fences of a set, or of all.
    public init(set: String?, fences: [String]? = nil) {
        self.set = set
        self.fences = fences
    }
}

/// The result of every method that changes fences.
public struct FenceChange: Sendable, Hashable, Codable {
    /// The fence set that changed.
    public var set: String
    /// Ids of added fences, in order.
    public var added: [String] = []
    /// Ids of changed fences, in order.
    public var changed: [String] = []
    /// Ids of removed fences, in order.
    public var removed: [String] = []
    /// The number of fences in the set after the change.
    public var fences: Int
    /// Problems of single fences, one sentence each; the other fences are in use.
    public var problems: [String] = []

    /// Creates the result for a set with that number of fences after the change.
    public init(set: String, fences: Int) {
        self.set = set
        self.fences = fences
    }
}

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
