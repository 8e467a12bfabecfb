/// Cuts a stream of bytes into lines, whatever the pieces in which it arrives.
///
/// Holds at most one unfinished line of `limit` bytes. A longer line is reported once, and what
/// remains of it is skipped, so that the next line is read correctly.
public struct LineSplitter: Sendable {
    /// One line, or the news that one was too long.
    public enum Item: Sendable, Hashable {
        /// The bytes of a line without its end.
        case line([UInt8])
        /// A line was longer than the limit.
        case tooLong
    }

    /// The most bytes a line may have.
    public let limit: Int
    private let keepsEmptyLines: Bool
    private var unfinished: [UInt8] = []
    private var isSkipping = false

    /// A splitter for lines of at most `limit` bytes.
    ///
    /// - Parameter keepsEmptyLines: whether empty lines are given too, for who counts lines.
    public init(limit: Int = Limits.line_bytes, keepsEmptyLines: Bool = false) {
        precondition(limit > 0, "a line must be allowed at least one byte")
        self.limit = limit
        self.keepsEmptyLines = keepsEmptyLines
    }

    /// Whether bytes of a line wait for its end.
    public var isWithinLine: Bool { isSkipping || !unfinished.isEmpty }

    /// The lines that end within `bytes`. A carriage return before the line feed is dropped, and
    /// so are empty lines that nobody counts.
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
