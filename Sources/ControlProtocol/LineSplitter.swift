/// Splits a stream of bytes into lines, whatever pieces it arrives in.
///
/// Holds at most one unfinished line of `limit` bytes. A longer line is reported once, and the rest
/// of it is skipped, so that the next line is read correctly.
public struct LineSplitter: Sendable {
    /// A line, or the report of one that was too long.
    public enum Item: Sendable, Hashable {
        /// The bytes of a line without its end.
        case line([UInt8])
        /// A line was longer than the limit.
        case tooLong
    }

    /// The maximum length of a line in bytes.
    public let limit: Int
    private let keepsEmptyLines: Bool
    private var unfinished: [UInt8] = []
    private var isSkipping = false

    /// A splitter for lines of at most `limit` bytes.
    ///
    /// - Parameter keepsEmptyLines: whether empty lines are returned too, for callers that count
    ///   lines.
    public init(limit: Int = Limits.line_bytes, keepsEmptyLines: Bool = false) {
        precondition(limit > 0, "the limit of a line must be positive")
        self.limit = limit
        self.keepsEmptyLines = keepsEmptyLines
    }

    /// Whether a line is unfinished.
    public var isWithinLine: Bool { isSkipping || !unfinished.isEmpty }

    /// The lines that end within `bytes`. Drops a carriage return before the line feed, and empty
    /// lines unless they are kept.
    public mutating func push(_ bytes: some Collection<UInt8>) -> [Item] {
        push(Array(bytes).span)
    }

    /// The lines that end within `bytes`, as above.
    public mutating func push(_ bytes: Span<UInt8>) -> [Item] {
        var items: [Item] = []
        var start = 0
        for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
            take(bytes.extracting(start..<index), into: &items)
            finish(into: &items)
            start = index + 1
        }
        take(bytes.extracting(start..<bytes.count), into: &items)
        return items
    }

    private mutating func take(_ piece: Span<UInt8>, into items: inout [Item]) {
        guard !isSkipping else { return }
        // One byte more than the limit: it may be the carriage return.
        guard unfinished.count + piece.count <= limit + 1 else {
            unfinished = []
            isSkipping = true
            items.append(.tooLong)
            return
        }
        unsafe piece.withUnsafeBufferPointer { unsafe unfinished.append(contentsOf: $0) }
    }

    private mutating func finish(into items: inout [Item]) {
        defer {
            unfinished = []
            isSkipping = false
        }
        guard !isSkipping else { return }
        if unfinished.last == UInt8(ascii: "\r") { unfinished.removeLast() }
        if unfinished.count > limit {
            items.append(.tooLong)
        } else if keepsEmptyLines || !unfinished.isEmpty {
            items.append(.line(unfinished))
        }
    }
}
