/// On which side of a shape's boundary a place lies.
public enum Side: Sendable, Hashable {
    /// Within the shape, off its boundary.
    case inside
    /// On an edge or a vertex. Geofencing counts this as inside.
    case edge
    /// Outside the shape: beyond its outline or in one of its holes.
    case outside
}
