/// The place of a vertex in the coordinates of a geometry, counted from 0.
public struct VertexPlace: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The part of a multi-part geometry.
    public var part: Int
    /// The ring of a polygon; 0 is the outer ring.
    public var ring: Int
    /// The vertex of the ring or line; nil for the whole ring or line.
    public var vertex: Int?

    /// Creates the place of a vertex or of a whole ring.
    public init(part: Int = 0, ring: Int = 0, vertex: Int? = nil) {
        self.part = part
        self.ring = ring
        self.vertex = vertex
    }

    /// `part 0, ring 1, vertex 17`.
    public var description: String {
        "part \(part), ring \(ring)" + (vertex.map { ", vertex \($0)" } ?? "")
    }
}
