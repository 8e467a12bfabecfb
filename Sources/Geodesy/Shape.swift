/// A geometry as drawn, before it is prepared for measuring.
public enum Shape: Sendable, Hashable {
    /// One or more areas.
    case polygons([Polygon])
    /// One or more lines, each of at least two vertices.
    case lines([[Coordinate]])
    /// One or more places.
    case points([Coordinate])
    /// All places within `radius` metres of `center`.
    case circle(center: Coordinate, radius: Double)
}
