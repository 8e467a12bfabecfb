/// Finds the end of the unescaped part of a JSON string, eight bytes at a time.
enum PlainText {
    private static let lanes: UInt64 = 0x0101_0101_0101_0101
    private static let high: UInt64 = 0x80 * lanes

    /// Returns the first index from `start` on with a quote, a backslash or a control
    /// character, or the end; `start` may be beyond the end.
    @inline(__always)
    static func end(in text: Span<UInt8>, from start: Int) -> Int {
        var place = start
        while text.count &- place >= 8 {
            let raw = unsafe text.bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: place, as: UInt64.self)
            let word = UInt64(littleEndian: raw)
            // The lowest marked lane is right; a borrow can only mark lanes above it.
            let others =
                ((word &- 0x20 * lanes) & ~word | zeros(word ^ 0x22 * lanes)
                    | zeros(word ^ 0x5C * lanes)) & high
            if others != 0 { return place &+ others.trailingZeroBitCount / 8 }
            place &+= 8
        }
        while place < text.count {
            let byte = text[place]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C { return place }
            place &+= 1
        }
        return place
    }

    /// Marks the lanes that are 0.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- lanes) & ~word }
}
