import Geodesy
import Geofencing

/// Fences and tracks in the binary form of the workload generators: little-endian, coordinates in
/// units of 1e-7 degree, longitude first.
enum Workload {
    /// `FNC1`, a count, then per fence a count of vertices and an open ring.
    static func fences(_ bytes: [UInt8]) -> [Fence] {
        var reader = Reader(bytes: bytes, at: 4)
        let count = Int(reader.next())
        var fences: [Fence] = []
        fences.reserveCapacity(count)
        for number in 0..<count {
            let vertices = Int(reader.next())
            var ring: [Coordinate] = []
            ring.reserveCapacity(vertices + 1)
            for _ in 0..<vertices { ring.append(reader.nextPlace()) }
            ring.append(ring[0])
            fences.append(
                Fence(id: id(number), shape: .polygons([Polygon(rings: [ring])])))
        }
        return fences
    }

    /// `TRK1`, a count, then the places.
    static func track(_ bytes: [UInt8], limit: Int) -> [Coordinate] {
        var reader = Reader(bytes: bytes, at: 4)
        let count = min(limit, Int(reader.next()))
        return (0..<count).map { _ in reader.nextPlace() }
    }

    private static func id(_ number: Int) -> String {
        let digits = String(number)
        return "f" + String(repeating: "0", count: max(0, 7 - digits.count)) + digits
    }

    private struct Reader {
        let bytes: [UInt8]
        var at: Int

        mutating func next() -> Int32 {
            var value: UInt32 = 0
            for k in 0..<4 { value |= UInt32(bytes[at + k]) << (8 * UInt32(k)) }
            at += 4
            return Int32(bitPattern: value)
        }

        mutating func nextPlace() -> Coordinate {
            let longitude = Double(next()) / 1e7
            return Coordinate(latitude: Double(next()) / 1e7, longitude: longitude)
        }
    }
}
