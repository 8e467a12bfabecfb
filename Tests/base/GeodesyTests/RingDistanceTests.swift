import Geodesy
import TestSupport
import Testing

/// The fast way to measure rings against the general one, which parts of shapes are measured by.
struct RingDistanceTests {
    @Test(arguments: [100.0, 3_000, 30_000, 90_000, 200_000])
    func isThatOfAPart(within metres: Double) throws {
        var random = SplitMix(seed: UInt64(metres))
        for _ in 0..<60 {
            let ring = RandomRing(&random)
            let alone = try stored(.polygons([Polygon(rings: [ring.vertices])]))
            // Too small to be the nearest by more than a millimetre.
            let speck = (0..<3).map {
                ring.vertices[0].destination(azimuth: 120 * Double($0), distance: 1e-3)
            }
            let part = try stored(
                .polygons([Polygon(rings: [ring.vertices]), Polygon(rings: [speck])]))
            for _ in 0..<20 {
                let place = ring.place(within: metres, &random)
                let fast = alone.signedDistance(to: place, shape: 0)
                let general = part.signedDistance(to: place, shape: 0)
                #expect(
                    abs(fast - general) <= max(2e-3, abs(general) * 1e-9),
                    "\(fast) or \(general) at \(place)")
            }
        }
    }
}
