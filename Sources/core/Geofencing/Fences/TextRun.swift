import Geodesy

/// Many short texts in one sequence of bytes, while they are collected.
struct TextRun: ~Copyable {
    private(set) var bytes: GrowingColumn<UInt8>
    private var ends: GrowingColumn<UInt32>

    /// The limit of bytes. Offsets have 32 bits, which saves four bytes per text.
    static let byteLimit = Int(UInt32.max)

    init(in memory: WorkingMemory) {
        bytes = GrowingColumn(in: memory)
        ends = GrowingColumn(in: memory)
    }

    var count: Int { ends.count }

    /// Whether there is space for `text`.
    func holds(_ text: String) -> Bool {
        bytes.count + text.utf8.count <= Self.byteLimit
    }

    mutating func append(_ text: String) {
        bytes.append(copying: text.utf8Span.span)
        ends.append(UInt32(bytes.count))
    }

    subscript(index: Int) -> String {
        String(decoding: range(index).map { bytes[$0] }, as: UTF8.self)
    }

    /// Hashes a text as `StableHash` hashes a string, without creating the string.
    func combine(_ index: Int, into hash: inout StableHash) {
        let range = range(index)
        for place in range { hash.combine(UInt64(bytes[place])) }
        hash.combine(textOf: range.count)
    }

    /// Returns the total bytes of some of the texts.
    func byteCount(of order: [UInt32]) -> Int {
        // Mostly no text is left out, and the sum over a million texts in another order takes long.
        order.count == count
            ? bytes.count : order.reduce(0) { $0 + range(Int($1)).count }
    }

    /// Copies texts in that order to an offset in a block, and their ends to another offset.
    func write(
        _ order: [UInt32], to block: UnsafeMutableRawBufferPointer, at offset: Int, ends: Int
    ) {
        let target = unsafe block.records(UInt32.self, at: ends, count: order.count)
        var places = [UInt32](repeating: .max, count: count)
        var position: UInt32 = 0
        for (number, old) in order.enumerated() {
            places[Int(old)] = position
            position += UInt32(range(Int(old)).count)
            unsafe target[number] = position
        }
        unsafe bytes.write(to: places, of: block, at: offset) { range($0) }
    }

    /// Returns the numbers in byte order of their texts; equal texts are in order of number.
    func sorted() -> [UInt32] {
        var isInOrder = true
        for i in 1..<max(1, count) where compare(i, with: i - 1) < 0 {
            isInOrder = false
            break
        }
        // Most files are already in order.
        if isInOrder { return ends.indices.map(UInt32.init) }
        var keys = ends.indices.map { (beginning: beginning(of: $0), number: UInt32($0)) }
        keys.sort { left, right in
            if left.beginning != right.beginning { return left.beginning < right.beginning }
            let order = compare(Int(left.number), with: Int(right.number))
            return order != 0 ? order < 0 : left.number < right.number
        }
        return keys.map(\.number)
    }

    /// Compares two texts in byte order: negative when the first comes before, 0 when equal,
    /// positive when it comes after.
    func compare(_ left: Int, with right: Int) -> Int {
        let (left, right) = (range(left), range(right))
        for i in 0..<min(left.count, right.count) {
            let (a, b) = (bytes[left.lowerBound + i], bytes[right.lowerBound + i])
            if a != b { return a < b ? -1 : 1 }
        }
        return left.count - right.count
    }

    private func range(_ index: Int) -> Range<Int> {
        (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
    }

    /// Returns the first eight bytes as a number, which decides most comparisons.
    private func beginning(of number: Int) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 56
        for i in range(number).prefix(8) {
            value |= UInt64(bytes[i]) << shift
            shift = shift &- 8
        }
        return value
    }
}
