/// The cells of some vertices that follow each other, side by side.
struct CellRun {
    private let cells: SIMD16<UInt8>

    /// Vertices whose cells are looked at together.
    static let count = 8

    /// Those at an address, from which as many bytes may be read.
    @inline(__always)
    init(at address: UInt) {
        cells = unsafe UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped
            .loadUnaligned(as: SIMD16<UInt8>.self)
    }

    /// The edges that lead from each of some vertices to the next one and may meet the meridian of a place
    /// there or north of it, and those of them that plainly cross it north of the place: a bit for each.
    ///
    /// - Parameters:
    ///   - next: the cells of the vertices after them.
    ///   - place: the cell of the place, eight times.
    @inline(__always)
    func crossing(
        next: CellRun, northOf place: SIMD16<UInt8>
    ) -> (touching: UInt64, plain: UInt64) {
        let (lesser, greater) = extremes(with: next)
        let zero = SIMD16<UInt8>.zero
        let isLatitude = Self.repeated(SIMD2(0, 1)) .> zero
        let touches = (greater .>= place) .& ((lesser .<= place) .| isLatitude)
        let crosses =
            (lesser .< place) .& (greater .> place) .& .!isLatitude
            .| (lesser .> place) .& isLatitude
        return (
            Self.bits(zero.replacing(with: 1, where: touches)),
            Self.bits(zero.replacing(with: 1, where: crosses))
        )
    }

    /// The lesser and the greater of both ends, byte by byte.
    @inline(__always)
    private func extremes(
        with next: CellRun
    ) -> (lesser: SIMD16<UInt8>, greater: SIMD16<UInt8>) {
        // Written out, and without comparing with a scalar: else the compiler takes the bytes apart.
        (
            cells.replacing(with: next.cells, where: next.cells .< cells),
            cells.replacing(with: next.cells, where: next.cells .> cells)
        )
    }

    /// A bit for each pair of bytes of which both are 1.
    @inline(__always)
    private static func bits(_ marks: SIMD16<UInt8>) -> UInt64 {
        let words = unsafe unsafeBitCast(marks, to: SIMD2<UInt64>.self)
        return bits(words.x.littleEndian) | bits(words.y.littleEndian) &<< 4
    }

    /// The same of four pairs.
    @inline(__always)
    private static func bits(_ marks: UInt64) -> UInt64 {
        let both = marks & (marks &>> 8) & 0x0001_0001_0001_0001
        // Gathers the lowest bits of the four pairs in the highest one.
        return (both &* 0x0001_0002_0004_0008) &>> 48
    }

    /// A cell eight times.
    @inline(__always)
    static func repeated(_ cell: SIMD2<UInt8>) -> SIMD16<UInt8> {
        let pair = UInt16(cell.x) | UInt16(cell.y) &<< 8
        return unsafe unsafeBitCast(
            SIMD8<UInt16>(repeating: pair.littleEndian), to: SIMD16<UInt8>.self)
    }
}
