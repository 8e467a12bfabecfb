/// The number and size of stored runtime fences.
public struct RuntimeFenceUsage: Sendable, Hashable {
    /// The number of fences, removals included.
    public var count: Int
    /// The bytes of their ids and their GeoJSON.
    public var bytes: Int

    /// Creates the usage of `count` fences with `bytes` bytes.
    public init(count: Int = 0, bytes: Int = 0) {
        self.count = count
        self.bytes = bytes
    }

    /// The usage of one fence.
    public init(_ fence: RuntimeFence) {
        self.init(count: 1, bytes: fence.id.utf8.count + (fence.geoJSON?.utf8.count ?? 0))
    }

    /// Whether the usage is within the limits.
    public var isWithinLimits: Bool {
        count <= StoreLimits.runtimeFences && bytes <= StoreLimits.runtimeFences_bytes
    }

    /// The sum of two usages.
    public static func + (left: RuntimeFenceUsage, right: RuntimeFenceUsage) -> RuntimeFenceUsage {
        RuntimeFenceUsage(count: left.count + right.count, bytes: left.bytes + right.bytes)
    }

    /// The difference of two usages.
    public static func - (left: RuntimeFenceUsage, right: RuntimeFenceUsage) -> RuntimeFenceUsage {
        RuntimeFenceUsage(count: left.count - right.count, bytes: left.bytes - right.bytes)
    }
}
