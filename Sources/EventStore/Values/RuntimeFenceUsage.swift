/// How many fences are kept that were changed at run time, and how large they are.
public struct RuntimeFenceUsage: Sendable, Hashable {
    /// Fences, removals among them.
    public var count: Int
    /// Bytes of their ids and their GeoJSON.
    public var bytes: Int

    /// That many fences of that many bytes.
    public init(count: Int = 0, bytes: Int = 0) {
        self.count = count
        self.bytes = bytes
    }

    /// The usage of one fence.
    public init(_ fence: RuntimeFence) {
        self.init(count: 1, bytes: fence.id.utf8.count + (fence.geoJSON?.utf8.count ?? 0))
    }

    /// Whether the daemon keeps so much.
    public var isWithinLimits: Bool {
        count <= StoreLimits.runtimeFences && bytes <= StoreLimits.runtimeFences_bytes
    }

    /// Both together.
    public static func + (left: RuntimeFenceUsage, right: RuntimeFenceUsage) -> RuntimeFenceUsage {
        RuntimeFenceUsage(count: left.count + right.count, bytes: left.bytes + right.bytes)
    }

    /// The left one without the right one.
    public static func - (left: RuntimeFenceUsage, right: RuntimeFenceUsage) -> RuntimeFenceUsage {
        RuntimeFenceUsage(count: left.count - right.count, bytes: left.bytes - right.bytes)
    }
}
