internal import ControlProtocol

extension FileText {
    /// Passes the lines of a file in order, those of one piece at a time; the last line may have no
    /// end, and empty lines are left out. Throws `noInput` with the reason.
    static func lines(of path: String, _ take: ([NumberedLine]) throws -> Void) throws {
        var splitter = LineSplitter(keepsEmptyLines: true)
        var count = 0
        func numbered(_ items: [LineSplitter.Item]) -> [NumberedLine] {
            defer { count += items.count }
            return items.enumerated().filter { $0.element != .line([]) }
                .map { NumberedLine(number: count + $0.offset + 1, item: $0.element) }
        }
        try pieces(of: path) { try take(numbered(splitter.push($0))) }
        if splitter.isWithinLine { try take(numbered(splitter.push([UInt8(ascii: "\n")]))) }
    }
}
