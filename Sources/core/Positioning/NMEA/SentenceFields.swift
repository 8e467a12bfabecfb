/// The offsets of the comma-separated fields in the body of one sentence. Field 0 is the header
/// (`GPGGA`).
struct SentenceFields {
    /// The maximum number of recorded fields; no supported sentence has more.
    static let limit = 40

    private(set) var count = 0
    private var starts = InlineArray<42, UInt16>(repeating: 0)

    @inline(__always)
    mutating func reset() {
        count = 0
        starts[0] = 0
    }

    /// Records the end of a field, at the separator at `offset`.
    @inline(__always)
    mutating func endField(at offset: Int) {
        if count < Self.limit {
            count &+= 1
            starts[count] = UInt16(truncatingIfNeeded: offset &+ 1)
        }
    }

    /// The byte range of field `index`; empty when the sentence has no such field.
    @inline(__always)
    subscript(index: Int) -> Range<Int> {
        guard index < count else { return 0..<0 }
        let lower = Int(starts[index])
        return unsafe Range(uncheckedBounds: (lower, Int(starts[index &+ 1]) &- 1))
    }
}
