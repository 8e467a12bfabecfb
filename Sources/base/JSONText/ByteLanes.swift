/// Eight bytes of a text, examined together: the arithmetic of one word handles all its lanes (L.
/// Lamport, "Multiple byte processing with full-word instructions", Communications of the ACM 18,
/// 1975).
///
/// The first byte is in the lowest lane. Masks use the highest bit of a lane.
@frozen
public struct ByteLanes: Sendable {
    /// The bytes.
    public let word: UInt64

    /// The number of bytes that are examined together.
    @inlinable public static var count: Int { 8 }
    @inlinable static var ones: UInt64 { 0x0101_0101_0101_0101 }
    @inlinable static var low: UInt64 { 0x7F * ones }
    @inlinable static var high: UInt64 { 0x80 * ones }

    @inlinable @inline(__always)
    init(_ word: UInt64) {
        self.word = word
    }

    /// Creates lanes from the bytes of `text` at an index; bytes beyond its end are 0.
    @inlinable @inline(__always)
    public init(_ text: Span<UInt8>, at place: Int) {
        if text.count &- place >= Self.count {
            self.init(whole: text, at: place)
        } else {
            self.init(Self.rest(of: text, from: place))
        }
    }

    /// Creates lanes from the eight bytes of `text` at an index, which must all exist.
    @inlinable @inline(__always)
    public init(whole text: Span<UInt8>, at place: Int) {
        assert(place >= 0 && text.count - place >= Self.count)
        let raw = unsafe text.bytes.unsafeLoadUnaligned(
            fromUncheckedByteOffset: place, as: UInt64.self)
        self.init(UInt64(littleEndian: raw))
    }

    @usableFromInline @inline(never)
    static func rest(of text: Span<UInt8>, from place: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in (place..<text.count).reversed() { word = word << 8 | UInt64(text[index]) }
        return word
    }

    /// Returns the mask of the lanes that hold `byte`.
    @inlinable @inline(__always)
    public func lanes(with byte: Unicode.Scalar) -> UInt64 {
        let difference = word ^ UInt64(byte.value) * Self.ones
        return ~((difference & Self.low) &+ Self.low | difference) & Self.high
    }

    /// The mask of the lanes that hold no printable ASCII character.
    @inlinable @inline(__always)
    public var unprintable: UInt64 {
        let values = word & Self.low
        // No carry leaves its lane: it has room for the sum of two numbers of seven bits.
        return ~((values &+ 0x60 * Self.ones) & ~(values &+ Self.ones) & ~word) & Self.high
    }

    /// Returns the number of lanes before the first of a mask; eight where the mask is empty.
    @inlinable @inline(__always)
    public static func count(before mask: UInt64) -> Int { mask.trailingZeroBitCount / 8 }

    /// Returns all bits of the lanes before the first of a mask; of all lanes where it is empty.
    @inlinable @inline(__always)
    public static func bits(before mask: UInt64) -> UInt64 { (mask & (0 &- mask)) >> 7 &- 1 }

    /// Returns the exclusive or of the eight lanes of a word.
    @inlinable @inline(__always)
    public static func xor(of word: UInt64) -> UInt8 {
        var sum = word ^ word >> 32
        sum ^= sum >> 16
        return UInt8(truncatingIfNeeded: sum ^ sum >> 8)
    }

    /// The number of leading decimal digits, and their value, 0 without digits (D. Lemire, "Number
    /// Parsing at a Gigabyte per Second", Software: Practice and Experience 51, 2021, section 3).
    @inlinable @inline(__always)
    var leadingDigits: (count: Int, value: UInt64) {
        // A digit is its value in its lane.
        let lanes = word ^ 0x30 * Self.ones
        // The highest bit of each lane above 9, correct up to the first such lane; later lanes are
        // not used.
        let others = ((lanes &+ 0x76 * Self.ones) | lanes) & Self.high
        let count = Self.count(before: others)
        // Zeros come before the first digit. A shift by all bits gives 0.
        var pairs = lanes << UInt64(64 &- 8 &* count)
        pairs = (pairs &* 10 &+ pairs >> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
        return (count, (fours &* 10_000 &+ fours >> 32) & 0xFFFF_FFFF)
    }
}
