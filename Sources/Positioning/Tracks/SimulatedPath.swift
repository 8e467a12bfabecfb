public import Geodesy

/// The places a simulated receiver visits, in order.
public struct SimulatedPath: Hashable, Sendable {
    /// The places, two or more for a path that is walked, one for a receiver that stands.
    public let places: [Coordinate]

    /// More places than any hand-made path has; a file beyond is refused.
    public static let maximumPlaces = 1_000_000

    /// The path through those places; nil when there are none.
    public init?(_ places: [Coordinate]) {
        guard !places.isEmpty else { return nil }
        self.places = places
    }

    /// The same path with places added along each geodesic, so that no leg is longer than
    /// `metres` (above 0).
    public func densified(maximumSegmentMetres metres: Double) -> SimulatedPath {
        precondition(metres > 0, "a path cannot be densified to legs of \(metres) m")
        var dense = [places[0]]
        for (from, to) in zip(places, places.dropFirst()) {
            let leg = Geodesic(from: from, to: to)
            let parts = min((leg.length / metres).rounded(.up), Double(Self.maximumPlaces))
            if parts >= 2 {
                for part in 1..<Int(parts) {
                    dense.append(
                        from.destination(
                            azimuth: leg.initialAzimuth,
                            distance: leg.length * Double(part) / parts))
                }
            }
            dense.append(to)
        }
        return SimulatedPath(dense) ?? self
    }

    /// Metres along the geodesics of the path.
    public var lengthMetres: Double {
        zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
}
