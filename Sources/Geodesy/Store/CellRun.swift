/// The cells of some vertices that follow each other, side by side.
struct CellRun {
    private let cells: SIMD16<UInt8>

    /// Vertices whose cells are looked at together.
    static let count = 8

    /// Those of as many vertices from one on.
    @inline(__always)
    init(_ column: Column<SIMD2<UInt8>>, from first: Int) {
        assert(first >= 0 && first + Self.count <= column.count)
        cells = column.bytes(from: first)
    }

    /// The edges that lead from each of some vertices to the next one and may touch a window: a bit for
    /// each.
    ///
    /// - Parameters:
    ///   - next: the cells of the vertices after them.
    ///   - low: the cell in the south-west of the window, eight times; `high`: in the north-east.
    @inline(__always)
    func touching(
        next: CellRun, low: SIMD16<UInt8>, high: SIMD16<UInt8>
    ) -> UInt64 {
        // Written out, and without comparing with a scalar: else the compiler takes the bytes apart.
        let lesser = cells.replacing(with: next.cells, where: next.cells .< cells)
        let greater = cells.replacing(with: next.cells, where: next.cells .> cells)
        let touches = (lesser .<= high) .& (greater .>= low)
        let marks = SIMD16<UInt8>.zero.replacing(with: 1, where: touches)
        // One byte each way: both have to touch.
        let touching = SIMD8<UInt16>(repeating: 0x0101)
        let both = unsafe unsafeBitCast(marks, to: SIMD8<UInt16>.self) .== touching
        let bytes = unsafe unsafeBitCast(
            SIMD8<UInt8>(truncatingIfNeeded: SIMD8<UInt16>.zero.replacing(with: 1, where: both)),
            to: UInt64.self
        ).littleEndian
        // Gathers the lowest bits of the eight bytes in the highest one.
        return (bytes &* 0x0102_0408_1020_4080) &>> 56
    }

    /// A cell eight times.
    @inline(__always)
    static func repeated(_ cell: SIMD2<UInt8>) -> SIMD16<UInt8> {
        let pair = UInt16(cell.x) | UInt16(cell.y) &<< 8
        return unsafe unsafeBitCast(
            SIMD8<UInt16>(repeating: pair.littleEndian), to: SIMD16<UInt8>.self)
    }
}

extension Column where Element == SIMD2<UInt8> {
    /// The bytes of eight elements from one on.
    @inline(__always)
    fileprivate func bytes(from first: Int) -> SIMD16<UInt8> {
        unsafe UnsafeRawPointer(bitPattern: address &+ UInt(bitPattern: first &* 2))
            .unsafelyUnwrapped.loadUnaligned(as: SIMD16<UInt8>.self)
    }
}
