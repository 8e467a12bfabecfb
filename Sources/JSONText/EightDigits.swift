/// The decimal digits with which eight bytes begin, all made a number together, by plain arithmetic in the
/// lanes of a word (D. Lemire, "Number Parsing at a Gigabyte per Second", Software: Practice and Experience
/// 51, 2021, section 3).
struct EightDigits {
    /// How many there are, up to eight.
    let count: Int
    /// The number that they are, 0 if there are none.
    let value: UInt64

    /// Bytes that are read.
    static let bytes = 8

    private static let lanes: UInt64 = 0x0101_0101_0101_0101

    /// Those of `text` from a place on, from which it has at least eight bytes.
    @inline(__always)
    init(_ text: Span<UInt8>, at place: Int) {
        assert(place >= 0 && text.count - place >= Self.bytes)
        let raw = unsafe text.bytes.unsafeLoadUnaligned(
            fromUncheckedByteOffset: place, as: UInt64.self)
        // The first byte in the lowest lane; a digit is its value there.
        let lanes = UInt64(littleEndian: raw) ^ 0x30 * Self.lanes
        // The highest bit of each lane that holds more than 9, up to the first carry: what is beyond the
        // first such lane is not asked for.
        let others = ((lanes &+ 0x76 * Self.lanes) | lanes) & (0x80 * Self.lanes)
        count = others.trailingZeroBitCount / 8
        // Zeros come before the first digit. A shift by all bits gives 0.
        var pairs = lanes << UInt64(64 &- 8 &* count)
        pairs = (pairs &* 10 &+ pairs >> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
        value = (fours &* 10_000 &+ fours >> 32) & 0xFFFF_FFFF
    }

    /// 10 to the power `count`.
    @inline(__always)
    var scale: UInt64 { scales[count] }
}

private let scales: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
]
