/// How fine the cells are in which the vertices of a ring lie: a power of two per degree.
struct CellFineness: BitwiseCopyable, Sendable {
    /// The power and a half turn of a byte.
    private let code: UInt8

    /// That of what is no ring.
    static let none = CellFineness(power: -128)

    private init(power: Int) { code = UInt8(power + 128) }

    /// The finest with which the cells of a ring, counted from that of its first vertex, fit in a byte.
    init(of ring: [SIMD2<Double>]) {
        var farthest = 0.0
        for vertex in ring {
            let away = vertex - ring[0]
            farthest = max(farthest, abs(away.x), abs(away.y))
        }
        let power = farthest > 0 ? (CellGrid.half / farthest).exponent : 127
        self.init(power: Int(max(-127, min(127, power))))
    }

    /// Cells per degree.
    var perDegree: Double {
        Double(bitPattern: (UInt64(code) &+ Self.bias) &<< UInt64(Double.significandBitCount))
    }

    /// What the code is less than the exponent of a `Double` as it is written.
    private static let bias: UInt64 = 1023 - 128
}

/// Cells of some thousandths of a ring's width around its first vertex, each way in a byte. They are
/// coarse, but in the order of longitude and latitude, so that few operations tell of many edges which
/// ones may come near a place.
struct CellGrid {
    private let origin: SIMD2<Double>
    private let perDegree: Double

    /// Cells to each side of the first vertex.
    static let half = 127.0

    init(around origin: SIMD2<Double>, _ fineness: CellFineness) {
        self.origin = origin
        perDegree = fineness.perDegree
    }

    /// The cell of a place; for one beyond the last of them that one.
    ///
    /// What is added is so great that a whole number is left, which stands in the lowest bits: a cell is
    /// the nearest one, in the order of longitude and latitude.
    @inline(__always)
    func cell(of place: SIMD2<Double>) -> SIMD2<UInt8> {
        let half = SIMD2(repeating: Self.half)
        let cells =
            lesser(greater((place - origin) * perDegree, -half), half) + (0x1.8p52 + Self.half)
        return SIMD2(
            UInt8(truncatingIfNeeded: cells.x.bitPattern),
            UInt8(truncatingIfNeeded: cells.y.bitPattern))
    }
}
