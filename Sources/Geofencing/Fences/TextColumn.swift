/// Many short texts in one run of bytes, numbered from 0.
struct TextColumn: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []

    /// Positions are 32 bits wide to spare four bytes per fence.
    static let byteLimit = Int(UInt32.max)

    var count: Int { ends.count }

    /// Whether `text` still fits.
    func holds(_ text: String) -> Bool {
        bytes.count + text.utf8.count <= Self.byteLimit
    }

    mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        ends.append(UInt32(bytes.count))
    }

    subscript(index: Int) -> String {
        String(decoding: bytes[range(index)], as: UTF8.self)
    }

    func isEmpty(at index: Int) -> Bool { range(index).isEmpty }

    /// Whether the text at `left` comes before that at `right`, byte by byte.
    func precedes(_ left: Int, _ right: Int) -> Bool {
        bytes[range(left)].lexicographicallyPrecedes(bytes[range(right)])
    }

    /// How the text at `index` stands to `text`: negative before, 0 equal, positive after.
    func compare(_ index: Int, with text: String) -> Int {
        var position = range(index).lowerBound
        let end = range(index).upperBound
        for byte in text.utf8 {
            guard position < end else { return -1 }
            if bytes[position] != byte { return bytes[position] < byte ? -1 : 1 }
            position += 1
        }
        return position < end ? 1 : 0
    }

    private func range(_ index: Int) -> Range<Int> {
        (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
    }
}
