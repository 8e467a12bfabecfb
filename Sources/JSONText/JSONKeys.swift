/// The keys that a reader of objects wants, found by the bytes of a key: no string is made of it.
public struct JSONKeys<Key: CaseIterable & RawRepresentable<String>>: Sendable
where Key: Sendable {
    /// One bit each says which were met.
    private static var mostKeys: Int { 64 }

    /// The keys by number.
    let all: [Key]
    private let texts: [[UInt8]]
    /// The number plus one of a key, by hash, each in the first free slot; 0 is free.
    private let slots: [UInt8]

    /// The table of all cases of `Key`, at most 64.
    public init(_: Key.Type) {
        all = Array(Key.allCases)
        precondition(all.count <= Self.mostKeys)
        texts = all.map { Array($0.rawValue.utf8) }
        // A quarter full at most, so that mostly one look is enough.
        var slots = [UInt8](repeating: 0, count: 256)
        for (index, text) in texts.enumerated() {
            var slot = Self.slot(of: text.span, from: 0, to: text.count)
            while slots[slot] != 0 { slot = (slot + 1) & 255 }
            slots[slot] = UInt8(index + 1)
        }
        self.slots = slots
    }

    /// The number of the key that stands in a text, or nil when it is none of the table.
    @inline(__always)
    func index(of text: Span<UInt8>, from start: Int, to end: Int) -> Int? {
        var slot = Self.slot(of: text, from: start, to: end)
        while slots[slot] != 0 {
            let index = Int(slots[slot]) - 1
            if isKey(index, text, from: start, to: end) { return index }
            slot = (slot + 1) & 255
        }
        return nil
    }

    @inline(__always)
    private func isKey(_ index: Int, _ text: Span<UInt8>, from start: Int, to end: Int) -> Bool {
        let key = texts[index]
        guard key.count == end - start else { return false }
        for offset in 0..<key.count where key[offset] != text[start + offset] { return false }
        return true
    }

    /// Keys of one table differ in length or in one of these bytes, mostly.
    @inline(__always)
    private static func slot(of text: Span<UInt8>, from start: Int, to end: Int) -> Int {
        guard start < end else { return 0 }
        let first = UInt32(text[start])
        let middle = UInt32(text[(start + end) / 2])
        let last = UInt32(text[end - 1])
        let mixed =
            (first | middle << 8 | last << 16) ^ UInt32(truncatingIfNeeded: end - start) << 24
        return Int((mixed &* 0x9E37_79B1) >> 24)
    }
}
