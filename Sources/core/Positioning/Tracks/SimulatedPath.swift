public import Geodesy

/// The positions that a simulated receiver visits, in order.
public struct SimulatedPath: Hashable, Sendable {
    /// The positions: two or more for a path, one for a receiver at rest.
    public let places: [Coordinate]

    /// The maximum number of positions, more than any hand-made path has. A larger file is refused.
    public static let maximumPlaces = 1_000_000

    /// Creates the path through these positions; nil without positions.
    public init?(_ places: [Coordinate]) {
        guard !places.isEmpty else { return nil }
        self.places = places
    }
}
