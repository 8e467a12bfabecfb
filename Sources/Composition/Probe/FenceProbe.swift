public import Geodesy
public import Geofencing

/// Measures the distances from positions to many fences, without buffers.
public struct FenceProbe: Sendable {
    /// A fence near a position.
    public struct Find: Sendable, Hashable {
        /// The index of the fence in the given list.
        public var fence: Int
        /// Metres from the position to its boundary, negative inside.
        public var distance_m: Double

        /// A fence with its distance.
        public init(fence: Int, distance_m: Double) {
            self.fence = fence
            self.distance_m = distance_m
        }
    }

    /// The ids of the fences, in the given order.
    public let ids: [String]
    /// Fences whose shape cannot be measured, by index; they are never found.
    public let problems: [(fence: Int, problem: ShapeProblem)]
    private let shapes: ShapeStore
    /// The fence index of each shape.
    private let owners: [Int]
    private let tree: BoxTree

    /// A probe for these fences.
    public init(_ fences: [Fence]) {
        var builder = ShapeStore.Builder()
        var owners: [Int] = []
        var problems: [(fence: Int, problem: ShapeProblem)] = []
        for (number, fence) in fences.enumerated() {
            do {
                _ = try builder.append(fence.shape)
                owners.append(number)
            } catch {
                problems.append((number, error))
            }
        }
        let shapes = builder.finish()
        ids = fences.map(\.id)
        tree = BoxTree(owners.indices.map { shapes.boundingBox(of: $0) })
        self.shapes = shapes
        self.owners = owners
        self.problems = problems
    }

    /// The fences that contain the position or whose boundary is at most `radius` metres away,
    /// nearest first, the deepest inside before all others. With 0 only those that contain it, edge
    /// included.
    public func fences(near place: Coordinate, radius: Double) -> [Find] {
        let standpoint = Standpoint(place)
        var candidates: [Int32] = []
        tree.find(near: standpoint, radius: radius, into: &candidates)
        var finds: [Find] = []
        for candidate in candidates {
            let shape = Int(candidate)
            var distance = shapes.signedDistance(from: standpoint, shape: shape, within: radius)
            guard distance <= radius else { continue }
            if distance < -radius {
                // The quick measure is exact only in its sign: compute the depth inside a fence.
                distance = shapes.signedDistance(from: standpoint, shape: shape)
            }
            finds.append(Find(fence: owners[shape], distance_m: distance))
        }
        if finds.count > 1 {
            finds.sort { ($0.distance_m, $0.fence) < ($1.distance_m, $1.fence) }
        }
        return finds
    }
}
