/// An area as drawn: an outer ring and holes, with any winding, closed or not.
public struct Polygon: Sendable, Hashable {
    /// The rings; the first is the outer one, the others are holes.
    public var rings: [[Coordinate]]

    /// An area with those rings.
    public init(rings: [[Coordinate]]) {
        self.rings = rings
    }
}
