public import Geodesy

/// Fences and tracks in the binary form of the workload generators: little-endian, coordinates in
/// units of 1e-7 degree, longitude first.
public enum Workload {
    /// `FNC1`, a count, then per fence a count of vertices and an open ring.
    public static func fences(_ bytes: [UInt8]) -> [Shape] {
        var reader = Reader(bytes: bytes, at: 4)
        return (0..<reader.next()).map { _ in
            var ring = (0..<reader.next()).map { _ in reader.nextPlace() }
            ring.append(ring[0])
            return .polygons([Polygon(rings: [ring])])
        }
    }

    /// `TRK1`, a count, then the places.
    public static func track(_ bytes: [UInt8], limit: Int) -> [Coordinate] {
        var reader = Reader(bytes: bytes, at: 4)
        return (0..<min(limit, Int(reader.next()))).map { _ in reader.nextPlace() }
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
