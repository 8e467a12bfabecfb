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

    /// The mask of the lanes that hold a quote, a backslash or a control character, correct up to
    /// the first such lane.
    @inlinable @inline(__always)
    var stringEnds: UInt64 {
        ((word &- 0x20 * Self.ones) & ~word | lanes(with: "\"") | lanes(with: "\\")) & Self.high
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
}
