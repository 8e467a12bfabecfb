public import Geodesy

/// A fence near a position.
public struct NearFence: Sendable, Hashable {
    /// The id of the fence.
    public var id: String
    /// The metres from the position to the boundary without buffer, negative inside.
    public var distance_m: Double

    /// Creates a fence with its distance.
    public init(id: String, distance_m: Double) {
        self.id = id
        self.distance_m = distance_m
    }
}

extension FenceSet {
    /// Returns the fences that contain the position or whose boundary without buffer is at most
    /// `radius_m` metres away. Fences that contain the position come first, by decreasing depth,
    /// then the others by distance. With a radius of 0, returns only the fences that contain the
    /// position, edge included.
    public func fences(near place: Coordinate, radius_m: Double) -> [NearFence] {
        let frame = LocalFrame(place)
        let window = FenceIndex.Window(
            frame.boundingBox(metres: min(radius_m, Setting.longestDistance_m)),
            isAntimeridianCrossed: table.index.isAntimeridianCrossed)
        var near: [NearFence] = []
        table.index.visit(window) { fence in
            let shape = Int(fence)
            var distance_m = table.shapes.signedDistance(
                from: frame, shape: shape, within: radius_m)
            guard distance_m <= radius_m else { return }
            if distance_m < -radius_m {
                // The limited measurement is exact only in its sign here, so the depth inside the
                // fence is measured again.
                distance_m = table.shapes.signedDistance(from: frame, shape: shape)
            }
            near.append(NearFence(id: table.id(fence), distance_m: distance_m))
        }
        return near.sorted { ($0.distance_m, $0.id) < ($1.distance_m, $1.id) }
    }
}
