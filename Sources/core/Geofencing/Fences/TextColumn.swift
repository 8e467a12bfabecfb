import Geodesy

/// Many short texts in one sequence of bytes, numbered from 0, in memory that the owner keeps
/// alive.
///
/// Any bytes can be read: an end before its start or beyond the bytes gives an empty or shortened
/// text. So damaged columns lead to wrong texts, but never to an access outside the memory.
struct TextColumn: BitwiseCopyable, Sendable {
    /// The end offset of each text.
    let ends: Column<UInt32>
    let bytes: Column<UInt8>

    subscript(index: Int) -> String {
        let range = range(index)
        return unsafe String(unsafeUninitializedCapacity: range.count) { target in
            for i in 0..<range.count {
                unsafe target.initializeElement(at: i, to: bytes[range.lowerBound + i])
            }
            return range.count
        }
    }

    /// Hashes a text as `StableHash` hashes a string, without creating the string.
    func combine(_ index: Int, into hash: inout StableHash) {
        let range = range(index)
        for place in range { hash.combine(UInt64(bytes[place])) }
        hash.combine(textOf: range.count)
    }

    func isEmpty(at index: Int) -> Bool { range(index).isEmpty }

    /// Compares the text at `index` with the one at `other` of another column, in byte order:
    /// negative when it comes before, 0 when equal, positive when it comes after.
    func compare(_ index: Int, with other: Int, of column: TextColumn) -> Int {
        let (left, right) = (range(index), column.range(other))
        for i in 0..<min(left.count, right.count) {
            let (a, b) = (bytes[left.lowerBound + i], column.bytes[right.lowerBound + i])
            if a != b { return a < b ? -1 : 1 }
        }
        return left.count - right.count
    }

    /// Compares the text at `index` with `text`: negative when it comes before, 0 when equal,
    /// positive when it comes after.
    func compare(_ index: Int, with text: String) -> Int {
        let range = range(index)
        var position = range.lowerBound
        for byte in text.utf8 {
            guard position < range.upperBound else { return -1 }
            if bytes[position] != byte { return bytes[position] < byte ? -1 : 1 }
            position += 1
        }
        return range.upperBound - position
    }

    private func range(_ index: Int) -> Range<Int> {
        let end = min(Int(ends[index]), bytes.count)
        return (index == 0 ? 0 : min(Int(ends[index - 1]), end))..<end
    }
}
