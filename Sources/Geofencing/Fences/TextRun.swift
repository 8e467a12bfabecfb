/// Many short texts in one run of bytes, while they are gathered.
struct TextRun {
    private(set) var bytes: [UInt8] = []
    private(set) var ends: [UInt32] = []

    /// Positions are 32 bits wide to spare four bytes per text.
    static let byteLimit = Int(UInt32.max)

    var count: Int { ends.count }

    /// Whether `text` still fits.
    func holds(_ text: String) -> Bool {
        bytes.count + text.utf8.count <= Self.byteLimit
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
        ends.append(UInt32(bytes.count))
    }

    subscript(index: Int) -> ArraySlice<UInt8> {
        bytes[(index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])]
    }

    /// The same texts in another order, those that it does not name left out.
    func reordered(_ order: [UInt32]) -> TextRun {
        var run = TextRun()
        run.bytes.reserveCapacity(bytes.count)
        run.ends.reserveCapacity(order.count)
        for number in order {
            run.bytes.append(contentsOf: self[Int(number)])
            run.ends.append(UInt32(run.bytes.count))
        }
        return run
    }

    /// The numbers in order of their texts, byte by byte; of equal texts the first is first.
    func sorted() -> [UInt32] {
        let numbers = ends.indices.map(UInt32.init)
        // Files are mostly written in order.
        if numbers.dropFirst().allSatisfy({ !precedes($0, $0 - 1) }) { return numbers }
        var keys = numbers.map { (beginning: beginning(of: $0), number: $0) }
        keys.sort { left, right in
            if left.beginning != right.beginning { return left.beginning < right.beginning }
            return precedes(left.number, right.number)
                || (!precedes(right.number, left.number) && left.number < right.number)
        }
        return keys.map(\.number)
    }

    /// Whether two texts differ.
    func differ(_ left: UInt32, _ right: UInt32) -> Bool { self[Int(left)] != self[Int(right)] }

    private func precedes(_ left: UInt32, _ right: UInt32) -> Bool {
        self[Int(left)].lexicographicallyPrecedes(self[Int(right)])
    }

    /// The first eight bytes as a number, which decides most comparisons.
    private func beginning(of number: UInt32) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 56
        for byte in self[Int(number)].prefix(8) {
            value |= UInt64(byte) << shift
            shift = shift &- 8
        }
        return value
    }
}
