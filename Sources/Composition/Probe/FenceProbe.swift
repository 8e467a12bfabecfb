public import Geodesy
public import Geofencing

/// Measures how far places are from many fences, as drawn, without any buffer.
public struct FenceProbe: Sendable {
    /// A fence near a place.
    public struct Find: Sendable, Hashable {
        /// The fence's position among the fences that were given.
        public var fence: Int
        /// Metres from the place to its boundary, negative inside.
        public var distance_m: Double

        /// A fence at that position and distance.
        public init(fence: Int, distance_m: Double) {
            self.fence = fence
            self.distance_m = distance_m
        }
    }

    /// The ids of the fences, in the order in which they were given.
    public let ids: [String]
    /// Fences whose shape cannot be measured, by position: they are never found.
    public let problems: [(fence: Int, problem: ShapeProblem)]
    private let shapes: ShapeStore
    /// The fence of each shape.
    private let owners: [Int]
    private let tree: BoxTree

    /// A probe of those fences.
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

    /// The fences that contain the place or whose boundary is at most `radius` metres away,
    /// nearest first, the deepest inside before all others. With 0 those that contain it, edge
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
                // Only its sign is exact: inside a fence the depth is asked for, however deep.
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
