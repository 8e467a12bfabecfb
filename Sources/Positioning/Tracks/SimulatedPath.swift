public import Geodesy

/// The places a simulated receiver visits, in order.
public struct SimulatedPath: Hashable, Sendable {
    /// The positions: two or more for a path, one for a receiver at rest.
    public let places: [Coordinate]

    /// More places than any hand-made path has; a file beyond is refused.
    public static let maximumPlaces = 1_000_000

    /// The path through those positions; nil without positions.
    public init?(_ places: [Coordinate]) {
        guard !places.isEmpty else { return nil }
        self.places = places
    }
}
