/// The outline of a place as drawn, not yet checked.
///
/// Edges are straight in longitude and latitude (RFC 7946 section 3.1.1). A step of more than 180°
/// of longitude is read as the short way over the antimeridian, except a step of exactly 360°,
/// which is a full turn along a parallel.
public enum Shape: Sendable, Hashable {
    /// The union of polygons. Polygons that meet along the antimeridian (RFC 7946 section 3.1.9)
    /// are joined there.
    case polygons([Polygon])
    /// Lines of at least two points each.
    case lines([[Coordinate]])
    /// Separate places.
    case points([Coordinate])
    /// All places at most `radius` metres from `center`.
    case circle(center: Coordinate, radius: Double)
}
