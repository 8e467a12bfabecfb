import Glibc
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
                let all_m = min(ring.radius_m, AreaMap.reach_m) * random.number(0.1...1)
                // Around a place, or along a line of any length.
                let half_m = max(0, all_m * random.number(-0.9...0.9))
                let sight_m = all_m - half_m
                let azimuth = random.number(0...2 * .pi)
                let line = half_m * SIMD2(sin(azimuth), cos(azimuth))
                guard
                    let (drawn, map) = try drawn(
                        store, around: middle, along: line, within: sight_m)
                else { continue }
                var edges = drawn
                for _ in 0..<20 {
                    let start = map.coordinate(of: line * random.number(-1...1)).destination(
                        azimuth: random.number(0...360), distance: random.number(0...sight_m))
                    let metres = min(sight_m, 30) * random.number(0...1)
                    let end = start.destination(
                        azimuth: random.number(0...360), distance: metres)
                    let side = store.signedDistance(to: start, shape: 0) < 0
                    let distance = store.signedDistance(to: end, shape: 0)
                    let place = map.place(of: end)
                    let left_m = map.metres(
                        ofLength: map.lengthOnMap(of: sight_m) - map.distance(from: place))
                    let bound_m = min(
                        map.metres(ofLength: Double(edges.clearance(from: SIMD2(place)))), left_m)
                    #expect(abs(distance) >= bound_m - 1e-6, "\(distance) m, told \(bound_m) m")
                    if left_m > metres, !edges.reaches(map.place(of: start), place, metres, map) {
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

    /// The edges of the first shape of a store around a place, if there is a map of it.
    private func drawn(
        _ store: ShapeStore, around middle: Coordinate, along line: SIMD2<Double> = .zero,
        within metres: Double
    ) throws -> (edges: EdgesAround, map: AreaMap)? {
        var edges = EdgesAround()
        edges.begin(around: Standpoint(middle), along: line)
        guard let map = edges.map else { return nil }
        edges.add(0, taken_m: 0)
        store.draw(&edges, within: metres)
        try #require(edges.isDrawn(0))
        edges.measure()
        return (edges, map)
    }

    /// No box is nearer than the map says, were it as wide as the earth; nor to any place of its line, and
    /// a box near that is within its surroundings.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func boxesAreNoNearer(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var (told, apart) = (0, 0)
        for _ in 0..<2000 {
            let (west, south) = (random.number(-181...181), random.number(-75...75))
            let wide = [random.number(0...0.01), random.number(170...190), 360 + 1e-5]
            let box = BoundingBox(
                west: west, south: south, east: west + wide[Int(random.number(0...2.99))],
                north: south + random.number(0...0.01))
            let middle = Coordinate(latitude: south, longitude: west).destination(
                azimuth: random.number(0...360), distance: random.number(0...1500))
            let line = SIMD2(random.number(-500...500), random.number(-500...500))
            let map = try #require(AreaMap(around: Standpoint(middle), along: line))
            let onLine = map.coordinate(of: line * random.number(-1...1))
            let fromLine_m = map.distanceLowerBound(to: box)
            if fromLine_m > 0 { apart += 1 }
            #expect(fromLine_m <= metres(from: onLine, to: box) + 1e-6)
            let around_m = random.number(0...500)
            if metres(from: onLine, to: box) <= around_m {
                let around = map.surroundings(metres: around_m)
                let turn = 360 * ((around.east - box.west) / 360).rounded(.down)
                #expect(box.west + turn <= around.east || box.east >= around.west)
                #expect(box.south <= around.north && box.north >= around.south)
            }
            let place = middle.destination(
                azimuth: random.number(0...360), distance: random.number(0...AreaMap.reach_m))
            let bound = map.metres(from: map.place(of: place), to: box)
            if bound > 0 { told += 1 }
            #expect(bound <= metres(from: place, to: box) + 1e-6)
        }
        #expect(told > 500)
        #expect(apart > 300)
    }

    /// Metres from a place to a box, whose edges are nearest at the place's own longitude or at an end.
    private func metres(from place: Coordinate, to box: BoundingBox) -> Double {
        let turn = 360 * ((place.longitude - box.west) / 360).rounded(.down)
        let x = place.longitude - turn
        let nearest = [min(x, box.east), box.west, box.east].map { longitude in
            Coordinate(
                latitude: max(box.south, min(box.north, place.latitude)), longitude: longitude)
        }
        return nearest.map { place.distance(to: $0) }.min() ?? .infinity
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
        let (drawn, map) = try #require(try drawn(store, around: place, within: 500))
        var edges = drawn
        let end = Coordinate(latitude: 0.0002, longitude: 25.003)
        let clear_m = map.metres(ofLength: Double(edges.clearance(from: SIMD2(map.place(of: end)))))
        #expect(abs(clear_m - abs(store.signedDistance(to: end, shape: 0))) < 0.05)
    }

    @Test func waysComeByWhatTheyCross() {
        let edge = MapEdge(start: SIMD2(0, -10), end: SIMD2(0, 10), taken: 1, owner: 5)
        let edges = MapEdges(.nowhere, .nowhere, edge, .nowhere)
        func metres(_ start: SIMD2<Float>, _ end: SIMD2<Float>) -> Float {
            edges.clearance(of: 2, fromWay: start, to: end)
        }
        #expect(edges.owner(2) == 5)
        #expect(metres(SIMD2(-5, 3), SIMD2(5, 4)) == -1)
        #expect(metres(SIMD2(-5, 13), SIMD2(5, 13)) == 2)
        #expect(metres(SIMD2(-5, 0), SIMD2(-2, 0)) == 1)
        #expect(metres(SIMD2(1, 0), SIMD2(5, 0)) == 0)
        #expect(metres(SIMD2(4, -20), SIMD2(4, 20)) == 3)
    }

    @Test func noMapIsFlatNearAPole() {
        #expect(AreaMap(around: Standpoint(Coordinate(latitude: 80, longitude: 0))) == nil)
        #expect(AreaMap(around: Standpoint(Coordinate(latitude: -79.9, longitude: 180))) != nil)
    }
}

extension EdgesAround {
    /// Whether a way comes to any of them, looked for among those that are no farther from its end than
    /// it is long.
    fileprivate func reaches(
        _ start: SIMD2<Double>, _ end: SIMD2<Double>, _ metres: Double, _ map: AreaMap
    ) -> Bool {
        var edges = self
        _ = edges.clearance(from: SIMD2(end))
        _ = edges.clearance(
            fromWay: SIMD2(start), to: SIMD2(end), near: Float(map.lengthOnMap(of: metres)),
            touch: Float(map.lengthOnMap(of: 0)))
        return edges.reachedCount > 0
    }
}
