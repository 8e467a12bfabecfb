import Geodesy

extension Shape {
    /// Whether the shape is whole turns away: all of it is beyond 180 degrees on one side, or a
    /// part is farther away than any outline across the antimeridian.
    var isOfWorldCopy: Bool {
        var (west, east) = (Double.infinity, -Double.infinity)
        func note(_ places: [Coordinate]) {
            for place in places {
                west = min(west, place.longitude)
                east = max(east, place.longitude)
            }
        }
        switch self {
        case .points(let places): note(places)
        case .lines(let lines): for line in lines { note(line) }
        case .polygons(let polygons):
            for polygon in polygons {
                for ring in polygon.rings { note(ring) }
            }
        case .circle(let center, _): note([center])
        }
        let limit = ShapeProblem.longitudeLimit
        return west > 180 || east < -180 || east > limit || west < -limit
    }

    /// The vertices in their order.
    var vertices: [Coordinate] {
        switch self {
        case .points(let places): places
        case .lines(let lines): lines.flatMap(\.self)
        case .polygons(let polygons): polygons.flatMap { $0.rings.flatMap(\.self) }
        case .circle(let center, _): [center]
        }
    }

    /// Returns the shape moved east by `degrees`.
    func moved(east degrees: Double) -> Shape {
        func moved(_ places: [Coordinate]) -> [Coordinate] {
            places.map {
                Coordinate(latitude: $0.latitude, longitude: $0.longitude + degrees)
            }
        }
        return switch self {
        case .points(let places): .points(moved(places))
        case .lines(let lines): .lines(lines.map(moved))
        case .polygons(let polygons):
            .polygons(polygons.map { Polygon(rings: $0.rings.map(moved)) })
        case .circle(let center, let radius):
            .circle(center: moved([center])[0], radius: radius)
        }
    }
}
