/// Eight bytes of a sentence, looked at together: what bytes are like is worked out in all lanes of a
/// word by plain arithmetic. (Lamport 1975, "Multiple byte processing with full-word instructions".)
///
/// The first byte is in the lowest lane. Masks of kinds of bytes have the highest bit of a lane.
struct EightBytes {
    static let count = 8

    private let word: UInt64
    /// How many come before the first that no sentence has between its mark and its checksum.
    let countBefore: Int
    /// All bits of those.
    private let before: UInt64

    private static let lanes: UInt64 = 0x0101_0101_0101_0101
    private static let low = 0x7F * lanes
    private static let high = 0x80 * lanes

    /// Those from `offset` on, which is not behind the end of `bytes`; a zero for each that is missing.
    @inline(__always)
    init(_ bytes: Span<UInt8>, at offset: Int) {
        if bytes.count &- offset >= Self.count {
            let raw = unsafe bytes.bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: offset, as: UInt64.self)
            self.init(UInt64(littleEndian: raw))
        } else {
            self.init(Self.rest(of: bytes, from: offset))
        }
    }

    @inline(__always)
    private init(_ word: UInt64) {
        self.word = word
        let values = word & Self.low
        // No carry leaves its lane: it has room for the sum of two numbers of seven bits.
        let printable = (values &+ 0x60 * Self.lanes) & ~(values &+ Self.lanes) & ~word
        let stops =
            (~printable | Self.lanes(of: word, with: "*") | Self.lanes(of: word, with: "$"))
            & Self.high
        // Where there is none, these are all eight and all bits.
        countBefore = stops.trailingZeroBitCount / 8
        before = (stops & (0 &- stops)) >> 7 &- 1
    }

    /// Those before, and zeroes.
    @inline(__always)
    var bytesBefore: UInt64 { word & before }

    /// The commas among them.
    @inline(__always)
    var commasBefore: UInt64 { Self.lanes(of: word, with: ",") & before }

    /// All eight lanes of a word, one with the other.
    @inline(__always)
    static func xor(of word: UInt64) -> UInt8 {
        var sum = word ^ word >> 32
        sum ^= sum >> 16
        return UInt8(truncatingIfNeeded: sum ^ sum >> 8)
    }

    /// The highest bit of each lane that holds a byte.
    @inline(__always)
    private static func lanes(of word: UInt64, with byte: Unicode.Scalar) -> UInt64 {
        let difference = word ^ UInt64(byte.value) * lanes
        return ~((difference & low) &+ low | difference) & high
    }

    @inline(never)
    private static func rest(of bytes: Span<UInt8>, from offset: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in (offset..<bytes.count).reversed() { word = word << 8 | UInt64(bytes[index]) }
        return word
    }
}
