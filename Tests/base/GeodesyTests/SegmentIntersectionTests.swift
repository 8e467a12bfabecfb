import Geodesy
import TestSupport
import Testing

/// Where straight ways first meet an outline, against the sides of places along them.
struct SegmentIntersectionTests {
    /// Places looked at along each way.
    private static let looks = 50

    @Test(arguments: 0..<300) func comesBeforeAnyChangeOfSide(world: Int) throws {
        var random = SplitMix(seed: UInt64(world))
        let ring = RandomRing(&random)
        let hole = [0, 120, 240].map { ring.middle.destination(azimuth: $0, distance: 0.5) }
        for rings in [[ring.vertices], [ring.vertices, hole]] {
            let store = try stored(.polygons([Polygon(rings: rings)]))
            for _ in 0..<20 {
                let start = ring.place(within: 1.2 * ring.radius_m, &random)
                let end = start.destination(
                    azimuth: random.number(0...360), distance: random.number(0.1...30))
                let turn = random.number(0...1) < 0.3 ? 360.0 : 0
                let meeting = store.meeting(
                    from: start,
                    to: Coordinate(latitude: end.latitude, longitude: end.longitude + turn),
                    shape: 0)
                let side = store.side(of: start, shape: 0)
                let endSide = store.side(of: end, shape: 0)
                for look in 0...Self.looks {
                    let share = Double(look) / Double(Self.looks)
                    let isBefore = share < meeting?.share ?? 2
                    guard isBefore || meeting?.isOnly == true else { break }
                    let place = place(at: share, from: start, to: end)
                    #expect(
                        store.side(of: place, shape: 0) == (isBefore ? side : endSide),
                        "\(share) of \(start)")
                }
                guard let meeting else { continue }
                let place = place(at: meeting.share, from: start, to: end)
                #expect(abs(store.signedDistance(to: place, shape: 0)) < 1e-6, "at \(place)")
            }
        }
    }

    @Test func goesOnBehindTheFirst() throws {
        let square = [(0.0, 0.0), (0, 1), (1, 1), (1, 0)].map {
            Coordinate(latitude: $0.0, longitude: $0.1)
        }
        let store = try stored(.polygons([Polygon(rings: [square])]))
        let (start, end) = (
            Coordinate(latitude: 0.5, longitude: -1), Coordinate(latitude: 0.5, longitude: 3)
        )
        #expect(store.meeting(from: start, to: end, shape: 0)?.share == 0.25)
        #expect(store.meeting(from: start, to: end, shape: 0, after: 0.25)?.share == 0.5)
        #expect(store.meeting(from: start, to: end, shape: 0)?.isOnly == false)
        #expect(store.meeting(from: start, to: end, shape: 0, after: 0.25)?.isOnly == true)
        #expect(store.meeting(from: start, to: end, shape: 0, after: 0.5) == nil)
    }

    private func place(
        at share: Double, from start: Coordinate, to end: Coordinate
    ) -> Coordinate {
        let east = (end.longitude - start.longitude).remainder(dividingBy: 360)
        return Coordinate(
            latitude: start.latitude + share * (end.latitude - start.latitude),
            longitude: start.longitude + share * east)
    }
}
