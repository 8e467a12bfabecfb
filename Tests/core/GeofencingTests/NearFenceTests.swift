import Geodesy
import Geofencing
import TestSupport
import Testing

@Suite("distances from positions to many fences")
struct NearFenceTests {
    private func square(_ id: String, west: Double, south: Double, size: Double) -> Fence {
        let corners = [(0.0, 0.0), (size, 0), (size, size), (0, size), (0, 0)].map {
            Coordinate(latitude: south + $0.1, longitude: west + $0.0)
        }
        return Fence(id: id, shape: .polygons([Polygon(rings: [corners])]))
    }

    @Test(arguments: [0.0, 500, 20_000], [0.0, 179.9, -540])
    func probeEqualsMeasuringEveryFence(radius: Double, shift: Double) throws {
        var numbers = SplitMix(seed: 7)
        let fences = (0..<600).map { number in
            square(
                "f\(number)", west: numbers.number(-1...1) + shift.remainder(dividingBy: 360),
                south: numbers.number(-1...1) + 60, size: numbers.number(0.001...0.2))
        }
        var builder = ShapeStore.Builder()
        for fence in fences { _ = try builder.append(fence.shape) }
        let shapes = builder.finish()
        let set = try #require(FenceSet.make(fences).set)
        var found = 0
        for _ in 0..<200 {
            let place = Coordinate(
                latitude: numbers.number(-1.2...1.2) + 60,
                longitude: numbers.number(-1.2...1.2) + shift
            )
            let expected = fences.indices.map {
                NearFence(
                    id: fences[$0].id, distance_m: shapes.signedDistance(to: place, shape: $0))
            }.filter { $0.distance_m <= radius }
                .sorted { ($0.distance_m, $0.id) < ($1.distance_m, $1.id) }
            #expect(set.fences(near: place, radius_m: radius) == expected)
            found += expected.count
        }
        #expect(found > 300)
    }

    @Test func cornersAndEdgesAreInside() throws {
        let fences = [square("a", west: 179.3, south: 10.1, size: 0.7)]
        let set = try #require(FenceSet.make(fences).set)
        for (latitude, longitude) in [(10.1, 179.3), (10.1, 180.0), (10.1, 179.5), (10.3, -180.0)] {
            let place = Coordinate(latitude: latitude, longitude: longitude)
            #expect(set.fences(near: place, radius_m: 0) == [NearFence(id: "a", distance_m: 0)])
        }
    }

    @Test func emptySetHasNoNearFences() {
        let place = Coordinate(latitude: 1, longitude: 2)
        #expect(FenceSet.empty.fences(near: place, radius_m: 1e7).isEmpty)
    }

    @Test func noRadiusIsTooLarge() throws {
        let fences = [
            square("a", west: 0, south: 0, size: 1), square("b", west: 179, south: 9, size: 1),
        ]
        let set = try #require(FenceSet.make(fences).set)
        let place = Coordinate(latitude: 0.5, longitude: 0.5)
        #expect(set.fences(near: place, radius_m: .infinity).map(\.id) == ["a", "b"])
    }
}
