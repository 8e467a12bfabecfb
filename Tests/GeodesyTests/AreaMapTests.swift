import TestSupport
import Testing

@testable import Geodesy

/// No boundary is nearer than the edges on a map say, and a way that comes by none of them has led
/// over none.
struct AreaMapTests {
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func edgesKeepFromRings(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var (told, crossed) = (0, 0)
        for _ in 0..<40 {
            let ring = RandomRing(&random)
            let store = try stored(.polygons([Polygon(rings: [ring.vertices])]))
            for _ in 0..<10 {
                let middle = ring.place(within: 1.2 * ring.radius_m, &random)
                guard let map = AreaMap(around: Standpoint(middle)) else { continue }
                let start = middle.destination(
                    azimuth: random.number(0...360), distance: random.number(0...AreaMap.reach_m))
                let sight_m = min(ring.radius_m, AreaMap.sight_m) * random.number(0.1...1)
                var edges: [MapEdges] = []
                let isAdded = store.addEdges(
                    of: 0, within: map.lengthOnMap(of: sight_m), of: map.place(of: start), on: map,
                    to: &edges)
                try #require(isAdded)
                let side = store.signedDistance(to: start, shape: 0) < 0
                for _ in 0..<20 {
                    let metres = min(sight_m, 30) * random.number(0...1)
                    let end = start.destination(
                        azimuth: random.number(0...360), distance: metres)
                    let place = SIMD2<Float>(map.place(of: end))
                    let distance = store.signedDistance(to: end, shape: 0)
                    let bound = min(
                        map.metres(of: MapEdges.squaredDistance(from: place, to: edges[...])),
                        sight_m - metres)
                    #expect(abs(distance) >= bound - 1e-6, "\(distance) m, told \(bound) m")
                    let way = edges.reduce(Float.infinity) {
                        min(
                            $0,
                            $1.squaredDistance(
                                fromWay: SIMD2(map.place(of: start)), to: place,
                                nearerThan: 1e8))
                    }
                    if bound > 0, map.metres(of: way) > 0 {
                        told += 1
                        #expect((distance < 0) == side)
                    } else if (distance < 0) != side {
                        crossed += 1
                    }
                }
            }
        }
        #expect(told > 1000)
        #expect(crossed > 10)
    }

    /// No box is nearer than the map says, were it as wide as the earth.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func boxesAreNoNearer(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var told = 0
        for _ in 0..<2000 {
            let (west, south) = (random.number(-181...181), random.number(-75...75))
            let wide = [random.number(0...0.01), random.number(170...190), 360 + 1e-5]
            let box = BoundingBox(
                west: west, south: south, east: west + wide[Int(random.number(0...2.99))],
                north: south + random.number(0...0.01))
            let middle = Coordinate(latitude: south, longitude: west).destination(
                azimuth: random.number(0...360), distance: random.number(0...1500))
            let map = try #require(AreaMap(around: Standpoint(middle)))
            let place = middle.destination(
                azimuth: random.number(0...360), distance: random.number(0...AreaMap.reach_m))
            let bound = map.metres(from: map.place(of: place), to: box)
            if bound > 0 { told += 1 }
            // Its edges are nearest at the place's own longitude or at an end.
            let turn = 360 * ((place.longitude - box.west) / 360).rounded(.down)
            let x = place.longitude - turn
            for longitude in [min(x, box.east), box.west, box.east] {
                let nearest = Coordinate(
                    latitude: max(box.south, min(box.north, place.latitude)),
                    longitude: longitude)
                #expect(bound <= place.distance(to: nearest) + 1e-6)
            }
        }
        #expect(told > 500)
    }

    /// Where an edge is long, the part that is near tells as much as all of it would.
    @Test func longEdgesAreAsNearAsTheyAre() throws {
        let store = try stored(
            .polygons([
                Polygon(rings: [
                    [(0, 0), (40, 0), (40, 40), (0, 40), (0, 0)].map {
                        Coordinate(latitude: $0.1, longitude: $0.0)
                    }
                ])
            ]))
        let place = Coordinate(latitude: 0.0001, longitude: 25)
        let map = try #require(AreaMap(around: Standpoint(place)))
        var edges: [MapEdges] = []
        #expect(store.addEdges(of: 0, within: 500, of: map.place(of: place), on: map, to: &edges))
        let end = Coordinate(latitude: 0.0002, longitude: 25.003)
        let square = MapEdges.squaredDistance(
            from: SIMD2(map.place(of: end)), to: edges[...])
        let distance = abs(store.signedDistance(to: end, shape: 0))
        #expect(abs(map.metres(of: square) - distance) < 0.05)
    }

    @Test func waysComeByWhatTheyCross() {
        var edges = MapEdges()
        edges.set(0, from: SIMD2(0, -10), to: SIMD2(0, 10))
        func metres(_ start: SIMD2<Float>, _ end: SIMD2<Float>) -> Float {
            edges.squaredDistance(fromWay: start, to: end, nearerThan: 1e6).squareRoot()
        }
        #expect(metres(SIMD2(-5, 3), SIMD2(5, 4)) == 0)
        #expect(metres(SIMD2(-5, 13), SIMD2(5, 13)) == 3)
        #expect(metres(SIMD2(-5, 0), SIMD2(-2, 0)) == 2)
        #expect(metres(SIMD2(1, 0), SIMD2(5, 0)) == 1)
        #expect(metres(SIMD2(4, -20), SIMD2(4, 20)) == 4)
        #expect(
            edges.squaredDistance(fromWay: SIMD2(-5, 0), to: SIMD2(5, 0), nearerThan: 16)
                == .infinity)
    }

    @Test func noMapIsFlatNearAPole() {
        #expect(AreaMap(around: Standpoint(Coordinate(latitude: 80, longitude: 0))) == nil)
        #expect(AreaMap(around: Standpoint(Coordinate(latitude: -79.9, longitude: 180))) != nil)
    }
}
