import FenceFiles
import Geodesy
import Geofencing
import Testing

/// Numbers are read to the nearest double, as the standard library does.
@Suite struct CoordinateTextTests {
    /// - Parameter rest: the text after the number; where it is long, eight digits are read at a
    ///   time.
    private func longitude(_ text: String, _ rest: String = ",0]}") -> Double? {
        let file = FenceFile.read(Array(#"{"type":"Point","coordinates":[\#(text)\#(rest)"#.utf8))
        guard case .points(let points)? = file.fences?.first?.shape else { return nil }
        return points[0].longitude
    }

    @Test(arguments: [
        "0", "-0", "0.1", "-119.71037812", "179.99999999999997", "1e2", "1E-2", "1.5e+1",
        "0.000000000000000000000000000001", "123.4567890123456789012345678901234567890",
        "9.007199254740993", "0.30000000000000004", "1e-400", "100.00000000000001",
    ])
    func numberEqualsThatOfTheLibrary(text: String) throws {
        #expect(longitude(text)?.bitPattern == Double(text)?.bitPattern)
        #expect(longitude(text, farFromTheEnd)?.bitPattern == Double(text)?.bitPattern)
    }

    @Test func randomDecimalsEqualThoseOfTheLibrary() {
        var random = SplitMix(seed: 42)
        for digits in 0..<20 {
            for _ in 0..<50 {
                let bits = random.next()
                let fraction = String(String(bits) + String(bits)).prefix(digits + 1)
                let text = "\(bits >> 57).\(fraction)"
                #expect(longitude(text) == Double(text), "\(text)")
                #expect(longitude(text, farFromTheEnd) == Double(text), "\(text)")
            }
        }
    }

    @Test(arguments: [
        "01", "+1", ".5", "1.", "1e", "--1", "0x10", "NaN", "1_000", "1e999", "-", "1/1", "1:1",
        "1°", "0.12345678/", "0.12345678:", "0.12345678²",
    ])
    func malformedNumberIsRefused(text: String) {
        #expect(longitude(text) == nil)
        #expect(longitude(text, farFromTheEnd) == nil)
    }

    private let farFromTheEnd = ",0.12345678]}"
}
