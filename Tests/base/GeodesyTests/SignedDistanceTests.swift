import Geodesy
import Testing

/// Distances and sides against the oracle's, over all drawn shapes.
struct SignedDistanceTests {
    @Test func oracleCasesExist() {
        #expect(ShapeCase.all.count > 30)
    }

    @Test(arguments: ShapeCase.all)
    func distanceEqualsTheOracle(_ shape: ShapeCase) throws {
        let store = try stored(shape.drawn())
        for place in shape.places {
            let s = store.signedDistance(to: place.coordinate, shape: 0)
            #expect(abs(s - place.s) <= ShapeCase.tolerance(place.s), "\(s) at \(place)")
            #expect("\(store.side(of: place.coordinate, shape: 0))" == place.side, "\(place)")
        }
    }

    @Test(arguments: ShapeCase.all, [-360.0, -173.25, 0.125, 90, 200])
    func distanceDoesNotDependOnLongitude(_ shape: ShapeCase, shift: Double) throws {
        let store = try? stored(
            shape.drawn { Coordinate(latitude: $0.latitude, longitude: $0.longitude + shift) })
        // Shifted so far that a vertex is beyond what is taken for a mistake.
        guard let store else { return }
        for place in shape.places {
            let s = store.signedDistance(
                to: Coordinate(latitude: place.lat, longitude: place.lon + shift), shape: 0)
            #expect(abs(s - place.s) <= ShapeCase.tolerance(place.s), "\(s) at \(place)")
        }
    }

    @Test(arguments: ShapeCase.all, [SIMD2(1.0, -1), SIMD2(-1, 1), SIMD2(-1, -1)])
    func distanceIsMirrored(_ shape: ShapeCase, mirror: SIMD2<Double>) throws {
        let store = try stored(
            shape.drawn {
                Coordinate(latitude: $0.latitude * mirror.y, longitude: $0.longitude * mirror.x)
            })
        for place in shape.places {
            let place = (
                Coordinate(latitude: place.lat * mirror.y, longitude: place.lon * mirror.x), place
            )
            let s = store.signedDistance(to: place.0, shape: 0)
            #expect(abs(s - place.1.s) <= ShapeCase.tolerance(place.1.s), "\(s) at \(place.1)")
            #expect("\(store.side(of: place.0, shape: 0))" == place.1.side, "\(place.1)")
        }
    }

    @Test(arguments: ShapeCase.all)
    func windingDoesNotMatter(_ shape: ShapeCase) throws {
        let store = try stored(shape.drawn(order: { $0.reversed() }))
        for place in shape.places {
            let s = store.signedDistance(to: place.coordinate, shape: 0)
            #expect(abs(s - place.s) <= ShapeCase.tolerance(place.s), "\(s) at \(place)")
        }
    }

    @Test(arguments: ShapeCase.all, [0, 0.5, 60, 5_000, 200_000])
    func distanceIsLimited(_ shape: ShapeCase, limit: Double) throws {
        let store = try stored(shape.drawn())
        for place in shape.places {
            let s = store.signedDistance(
                from: LocalFrame(place.coordinate), shape: 0, within: limit)
            if abs(place.s) <= limit {
                #expect(abs(s - place.s) <= ShapeCase.tolerance(place.s), "\(s) at \(place)")
            } else {
                #expect(s.sign == place.s.sign, "\(s) at \(place)")
                #expect(
                    abs(s) > limit && abs(s) <= abs(place.s) + ShapeCase.tolerance(place.s),
                    "\(s) at \(place)")
            }
        }
    }
}
