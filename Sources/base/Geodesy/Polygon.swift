/// An area with holes, as drawn.
public struct Polygon: Sendable, Hashable {
    /// The outline, then one ring for each hole, in any winding, closed or not.
    public var rings: [[Coordinate]]

    /// Creates the area within the first of `rings` and outside the others.
    public init(rings: [[Coordinate]]) {
        self.rings = rings
    }
}
