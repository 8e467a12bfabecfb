/// The known keys of an object, found by the bytes of a key without creating a string.
public struct JSONKeys<Key: CaseIterable & RawRepresentable<String>>: Sendable
where Key: Sendable {
    /// The keys, by number.
    @usableFromInline let all: [Key]
    @usableFromInline let table: JSONKeyTable

    /// Creates a table of all cases of `Key`, at most 64.
    public init(_: Key.Type) {
        all = Array(Key.allCases)
        table = JSONKeyTable(all.map { Array($0.rawValue.utf8) })
    }
}

/// The texts of some keys, by number.
@usableFromInline
struct JSONKeyTable: Sendable {
    /// The greatest number of keys: the keys that occurred are recorded in one bit each.
    private static let mostKeys = 64

    private let texts: [[UInt8]]
    /// The first eight bytes of each key; bytes beyond its end are 0.
    private let words: [UInt64]
    /// An open hash table: the number of each key plus one; 0 is a free slot.
    private let slots: [UInt8]

    init(_ texts: [[UInt8]]) {
        precondition(texts.count <= Self.mostKeys)
        self.texts = texts
        words = texts.map { ByteLanes($0.span, at: 0).word }
        // At most a quarter full, so that one probe usually suffices.
        var slots = [UInt8](repeating: 0, count: 256)
        for (index, text) in texts.enumerated() {
            var slot = Self.slot(of: words[index], length: text.count)
            while slots[slot] != 0 { slot = (slot + 1) & 255 }
            slots[slot] = UInt8(index + 1)
        }
        self.slots = slots
    }

    /// Returns the number of a key of at most eight bytes; nil when it is not in the table.
    @inline(__always)
    func index(of word: UInt64, length: Int) -> Int? {
        var slot = Self.slot(of: word, length: length)
        while slots[slot] != 0 {
            let index = Int(slots[slot]) &- 1
            if words[index] == word, texts[index].count == length { return index }
            slot = (slot &+ 1) & 255
        }
        return nil
    }

    /// Returns the number of the key at a position of a text; nil when it is not in the table.
    func index(of text: Span<UInt8>, from start: Int, to end: Int) -> Int? {
        let key = text.extracting(start..<end)
        let word = ByteLanes(key, at: 0).word
        var slot = Self.slot(of: word, length: key.count)
        while slots[slot] != 0 {
            let index = Int(slots[slot]) - 1
            if words[index] == word, isKey(index, key) { return index }
            slot = (slot + 1) & 255
        }
        return nil
    }

    private func isKey(_ index: Int, _ text: Span<UInt8>) -> Bool {
        let key = texts[index]
        guard key.count == text.count else { return false }
        for offset in 0..<key.count where key[offset] != text[offset] { return false }
        return true
    }

    @inline(__always)
    private static func slot(of word: UInt64, length: Int) -> Int {
        Int(((word ^ UInt64(length)) &* 0x9E37_79B9_7F4A_7C15) >> 56)
    }
}
