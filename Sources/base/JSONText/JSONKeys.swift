/// The known keys of an object, found by the bytes of a key without creating a string.
public struct JSONKeys<Key: CaseIterable & RawRepresentable<String>>: Sendable
where Key: Sendable {
    /// The greatest number of keys: the keys that occurred are recorded in one bit each.
    private static var mostKeys: Int { 64 }

    /// The keys, by number.
    let all: [Key]
    private let texts: [[UInt8]]
    /// An open hash table: the number of each key plus one; 0 is a free slot.
    private let slots: [UInt8]

    /// Creates a table of all cases of `Key`, at most 64.
    public init(_: Key.Type) {
        all = Array(Key.allCases)
        precondition(all.count <= Self.mostKeys)
        texts = all.map { Array($0.rawValue.utf8) }
        // At most a quarter full, so that one probe usually suffices.
        var slots = [UInt8](repeating: 0, count: 256)
        for (index, text) in texts.enumerated() {
            var slot = Self.slot(of: text.span, from: 0, to: text.count)
            while slots[slot] != 0 { slot = (slot + 1) & 255 }
            slots[slot] = UInt8(index + 1)
        }
        self.slots = slots
    }

    /// Returns the number of the key at a position of a text; nil when it is not in the table.
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

    /// Keys of one table usually differ in length or in one of these bytes.
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
