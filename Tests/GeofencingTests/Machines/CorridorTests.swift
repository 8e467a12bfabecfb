import Geodesy
import TestSupport
import Testing

@testable import Geofencing

@Suite struct CorridorTests {
    /// No box is left out that comes as near to a way as asked for, whether the way is straight on
    /// the map or a geodesic; and most boxes well beside it are.
    @Test(arguments: [0.0, -34, 79.9], [4.0, 180, -180])
    func leavesOutOnlyWhatLiesBesideTheWay(latitude: Double, longitude: Double) throws {
        var random = SplitMix(seed: 7)
        var (near, leftOut) = (0, 0)
        for _ in 0..<2000 {
            let start = Coordinate(
                latitude: latitude, longitude: longitude + random.number(-0.01...0.01)
            )
            let length_m = random.number(1...4900)
            let end = start.destination(azimuth: random.number(0...360), distance: length_m)
            let beside_m = random.number(0...300)
            guard
                let corridor = Corridor(
                    from: start, to: end, length_m: length_m + 2 * beside_m, within: beside_m)
            else {
                #expect(
                    length_m + 2 * beside_m >= Corridor.longestSegment_m || abs(end.latitude) >= 80)
                continue
            }
            let box = box(around: start, reach_m: length_m, using: &random)
            let distance_m =
                (0...60).map { share in
                    let u = Double(share) / 60
                    let straight = start.onSegment(to: end, at: u)
                    let geodesic = start.destination(
                        azimuth: Geodesic(from: start, to: end).initialAzimuth,
                        distance: u * length_m)
                    return min(
                        box.distanceLowerBound(from: LocalFrame(straight)),
                        box.distanceLowerBound(from: LocalFrame(geodesic)))
                }.min() ?? 0
            if distance_m <= beside_m {
                near += 1
                #expect(corridor.touches(box))
            } else if !corridor.touches(box) {
                leftOut += 1
            }
        }
        #expect(near > 200)
        #expect(leftOut > 500)
    }

    /// A box of up to half a kilometre whose corner is about as far away as a way is long.
    private func box(
        around place: Coordinate, reach_m: Double, using random: inout SplitMix
    ) -> BoundingBox {
        let corner = place.destination(
            azimuth: random.number(0...360), distance: random.number(0...reach_m))
        let opposite = corner.destination(
            azimuth: random.number(1...89), distance: random.number(0...700))
        let size = corner.degrees(to: opposite)
        return BoundingBox(
            west: corner.longitude, south: corner.latitude, east: corner.longitude + size.x,
            north: corner.latitude + size.y)
    }

    @Test func knowsNoStripWhereThereIsNone() {
        let place = Coordinate(latitude: 50, longitude: 4)
        #expect(Corridor(from: place, to: place, length_m: 0, within: 10) == nil)
        let far = place.destination(azimuth: 90, distance: 6000)
        #expect(Corridor(from: place, to: far, length_m: 6000, within: 10) == nil)
        let north = Coordinate(latitude: 85, longitude: 4)
        #expect(
            Corridor(
                from: north.destination(azimuth: 0, distance: 50), to: north, length_m: 50,
                within: 1) == nil)
    }
}
