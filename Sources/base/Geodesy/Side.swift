/// The side of a shape's boundary on which a place lies.
public enum Side: Sendable, Hashable {
    /// Inside the shape, not on its boundary.
    case inside
    /// On an edge or a vertex. Geofencing counts this as inside.
    case edge
    /// Outside the shape: beyond its outline or in one of its holes.
    case outside
}
