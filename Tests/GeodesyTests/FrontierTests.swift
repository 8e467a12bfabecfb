import Geodesy
import TestSupport
import Testing

/// On this side of frontiers no boundary is nearer than they say, and none was crossed.
struct FrontierTests {
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func keepFromRings(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var told = 0
        for _ in 0..<40 {
            let ring = RandomRing(&random)
            let store = try stored(.polygons([Polygon(rings: [ring.vertices])]))
            for _ in 0..<10 {
                let start = ring.place(within: 1.2 * ring.radius_m, &random)
                let proximity = store.proximity(
                    from: Standpoint(start), shape: 0, within: 0, on: course(&random))
                guard let frontiers = proximity.frontiers else { continue }
                for _ in 0..<20 {
                    let metres = frontiers.reach_m * random.number(0...1)
                    let end = start.destination(
                        azimuth: random.number(0...360), distance: metres)
                    let bound = min(
                        frontiers.metres(after: start.degrees(to: end)),
                        frontiers.reach_m - metres)
                    guard bound > 0 else { continue }
                    told += 1
                    let distance = store.signedDistance(to: end, shape: 0)
                    #expect(abs(distance) >= bound - 1e-6, "\(distance) m, told \(bound) m")
                    #expect((distance < 0) == (proximity.signedDistance < 0))
                }
            }
        }
        #expect(told > 1000)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func keepFromBoxes(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        for _ in 0..<400 {
            let (west, south) = (random.number(-181...181), random.number(-75...75))
            let box = BoundingBox(
                west: west, south: south, east: west + random.number(0...0.01),
                north: south + random.number(0...0.01))
            let corner = Coordinate(latitude: south, longitude: west)
            let start = corner.destination(
                azimuth: random.number(0...360), distance: random.number(0...1500))
            guard
                let frontiers = box.frontiers(from: Standpoint(start), on: course(&random))
            else { continue }
            let end = start.destination(
                azimuth: random.number(0...360), distance: random.number(0...frontiers.reach_m))
            let bound = frontiers.metres(after: start.degrees(to: end))
            guard bound > 0 else { continue }
            #expect(!box.contains(end))
            #expect(metres(from: end, to: box) >= bound - 1e-6)
        }
    }

    /// Some course, and now and then none.
    private func course(_ random: inout SplitMix) -> SIMD2<Double> {
        let length = max(0, random.number(-0.5...1)) * 1e-4
        return SIMD2(random.number(-1...1), random.number(-1...1)) * length
    }

    /// How far a box is from a place beside it that is not a degree away.
    private func metres(from place: Coordinate, to box: BoundingBox) -> Double {
        let turn = 360 * ((place.longitude - box.west) / 360).rounded()
        let nearest = Coordinate(
            latitude: max(box.south, min(box.north, place.latitude)),
            longitude: max(box.west, min(box.east, place.longitude - turn)))
        return place.distance(to: nearest)
    }

    private static let square = Polygon(rings: [
        [(0, 0), (0.001, 0), (0.001, 0.001), (0, 0.001), (0, 0)].map {
            Coordinate(latitude: $0.1, longitude: $0.0)
        }
    ])

    /// Who goes straight on past something never comes to what keeps from it.
    @Test func leadPast() throws {
        let store = try stored(.polygons([Self.square]))
        let box = BoundingBox(west: 0, south: 0, east: 0.001, north: 0.001)
        let standpoint = Standpoint(Coordinate(latitude: -0.0003, longitude: -0.002))
        let east = SIMD2(0.0001, 0)
        let found = store.proximity(from: standpoint, shape: 0, within: .infinity, on: east)
        for frontiers in [found.frontiers, box.frontiers(from: standpoint, on: east)] {
            let frontiers = try #require(frontiers)
            #expect(abs(frontiers.metres(after: .zero) - 33.17) < 0.1)
            #expect(abs(frontiers.metres(after: SIMD2(0.004, 0)) - 33.17) < 0.1)
            #expect(frontiers.metres(after: SIMD2(0, 0.00031)) < 0)
        }
    }

    @Test func leadAlongAndAway() throws {
        let store = try stored(.polygons([Self.square]))
        let start = Coordinate(latitude: 0.0005, longitude: -0.0001)
        let found = store.proximity(from: Standpoint(start), shape: 0, within: .infinity)
        let frontiers = try #require(found.frontiers)
        let away = frontiers.metres(after: SIMD2(-0.0001, 0))
        #expect(abs(found.signedDistance - 11.13) < 0.01)
        #expect(abs(away - 22.26) < 0.1)
        #expect(abs(frontiers.metres(after: SIMD2(0, 0.0004)) - 11.13) < 0.1)
        #expect(frontiers.metres(after: SIMD2(0.0002, 0)) < 0)
    }
}
