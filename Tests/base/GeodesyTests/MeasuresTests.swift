import Geodesy
import Testing

/// Enclosing circles, inradii and boxes of all drawn shapes.
struct MeasuresTests {
    @Test(arguments: ShapeCase.all)
    func enclosingCircleContainsTheShape(_ shape: ShapeCase) throws {
        let store = try stored(shape.drawn())
        let circle = store.enclosingCircle(of: 0)
        guard circle.radius < 8_000_000 else { return }
        // Places inside the shape are inside the circle, and a smaller circle anywhere near
        // would let some vertex out.
        for place in shape.places where place.side != "outside" {
            #expect(
                circle.center.distance(to: place.coordinate) <= circle.radius * (1 + 1e-6) + 0.01)
        }
        guard let polygons = shape.shape.polygons else { return }
        let vertices = polygons.joined().joined().map {
            Coordinate(latitude: $0[1], longitude: $0[0])
        }.filter { abs($0.latitude) < 90 && !"\(shape.about)".contains("spikes") }
        for azimuth in stride(from: 0.0, to: 360, by: 15) where !vertices.isEmpty {
            let moved = circle.center.destination(
                azimuth: azimuth, distance: max(circle.radius * 0.001, 1e-4))
            let radius = vertices.reduce(0) { max($0, moved.distance(to: $1)) }
            #expect(radius > circle.radius * (1 - 1e-6) - 1e-4, "\(circle) \(azimuth)")
        }
    }

    @Test(arguments: [(52.37, 20.0, 80.0), (0, 2, 2), (-78, 5_000, 700)])
    func inradiusOfARectangleIsHalfItsWidth(_ sides: (Double, Double, Double)) throws {
        let corner = Coordinate(latitude: sides.0, longitude: 5)
        let east = corner.destination(azimuth: 90, distance: sides.1).longitude
        let north = corner.destination(azimuth: 0, distance: sides.2).latitude
        let ring = [
            corner, Coordinate(latitude: sides.0, longitude: east),
            Coordinate(latitude: north, longitude: east), Coordinate(latitude: north, longitude: 5),
        ]
        let inradius = try stored(.polygons([Polygon(rings: [ring])])).inradius(of: 0)
        #expect(abs(inradius - min(sides.1, sides.2) / 2) < min(sides.1, sides.2) * 0.02)
    }

    @Test(arguments: ShapeCase.all)
    func boxDistanceIsALowerBound(_ shape: ShapeCase) throws {
        let store = try stored(shape.drawn())
        let box = store.boundingBox(of: 0)
        for place in shape.places {
            let bound = box.distanceLowerBound(from: LocalFrame(place.coordinate))
            #expect(bound <= max(0, place.s) + 1e-6, "\(place)")
            if place.side == "inside" { #expect(box.contains(place.coordinate), "\(place)") }
            let around = box.expanded(byMetres: max(0, place.s) + 1e-6)
            #expect(around.contains(place.coordinate), "\(place) \(around)")
        }
    }

    @Test func wholeEarthHasNoBoundary() throws {
        let ring = [(-180.0, -90.0), (180, -90), (180, 90), (-180, 90), (-180, -90)].map {
            Coordinate(latitude: $0.1, longitude: $0.0)
        }
        let store = try stored(.polygons([Polygon(rings: [ring])]))
        for latitude in [-90.0, -20, 0, 90] {
            let place = Coordinate(latitude: latitude, longitude: 180)
            #expect(store.side(of: place, shape: 0) == .inside)
            #expect(store.signedDistance(to: place, shape: 0) < -20_003_000)
        }
        #expect(store.enclosingCircle(of: 0).radius > 20_003_000)
    }

    @Test func invalidPositionDoesNotTrap() throws {
        let store = try stored(.points([Coordinate(latitude: 0, longitude: 0)]))
        let nowhere = Coordinate(latitude: .nan, longitude: .infinity)
        _ = store.signedDistance(to: nowhere, shape: 0)
        for shape in ShapeCase.all {
            _ = try stored(shape.drawn()).signedDistance(to: nowhere, shape: 0)
        }
    }

    @Test func fenceOfFourteenVerticesTakes270Bytes() throws {
        var builder = ShapeStore.Builder()
        for _ in 0..<1000 {
            let ring = (0..<14).map {
                let turn = Double($0) / 14 * 2 * .pi
                return Coordinate(latitude: 48 + turn / 1000, longitude: turn * (7 - turn) / 1000)
            }
            _ = try builder.append(.polygons([Polygon(rings: [ring + ring.prefix(1)])]))
        }
        #expect(builder.finish().byteCount <= 270 * 1000)
    }
}
