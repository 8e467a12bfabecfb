import Geodesy
import Testing

/// Distances and sides against the oracle's, over all drawn shapes.
struct SignedDistanceTests {
    @Test func casesAreThere() {
        #expect(ShapeCase.all.count > 20)
    }

    @Test(arguments: ShapeCase.all)
    func agreesWithTheOracle(_ shape: ShapeCase) throws {
        let (store, number) = try stored(shape.drawn())
        for place in shape.places {
            expect(store.signedDistance(to: place.coordinate, shape: number), place)
            #expect("\(store.side(of: place.coordinate, shape: number))" == place.side, "\(place)")
        }
    }

    private func stored(_ shape: Shape) throws -> (ShapeStore, Int) {
        var builder = ShapeStore.Builder()
        let number = try builder.append(shape)
        return (builder.finish(), number)
    }

    private func expect(_ s: Double, _ place: ShapeCase.Place, slack: Double = 0) {
        #expect(abs(s - place.s) <= tolerance(place.s) + slack, "\(s) at \(place)")
    }

    /// A millimetre up to 100 m, a centimetre at 10 km, a millionth beyond.
    private func tolerance(_ s: Double) -> Double {
        abs(s) <= 100 ? 0.001 : max(0.001, abs(s) * 1e-6)
    }
}
