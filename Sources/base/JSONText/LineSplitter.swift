/// Splits a stream of bytes into lines, independent of its chunks.
///
/// A line ends with LF or CR LF; empty lines are left out. Holds at most one unfinished line of
/// `limit` bytes. A longer line is reported once, as soon as it is too long, and the rest of it is
/// skipped, so that the next line is read correctly.
public struct LineSplitter: Sendable {
    /// A line, or the report of one that was too long.
    public enum Item: Sendable, Hashable {
        /// The bytes of a line without its end; at least one.
        case line([UInt8])
        /// A line was longer than the limit.
        case tooLong
    }

    /// Receives a line and its number, from 1; empty lines count.
    public typealias Taking = (_ item: Item, _ number: Int) -> Void

    private let limit: Int
    private var unfinished: [UInt8] = []
    private var isSkipping = false
    private var number = 1

    /// Creates a splitter for lines of at most `limit` bytes.
    public init(limit: Int) {
        precondition(limit > 0, "the limit of a line must be positive")
        self.limit = limit
    }

    /// Whether a line is unfinished.
    public var isWithinLine: Bool { isSkipping || !unfinished.isEmpty }

    /// Returns the lines that end within `bytes`.
    public mutating func push(_ bytes: some Collection<UInt8>) -> [Item] {
        var items: [Item] = []
        push(Array(bytes).span) { item, _ in items.append(item) }
        return items
    }

    /// Calls `take` for each line that ends within `bytes`.
    public mutating func push(_ bytes: Span<UInt8>, _ take: Taking) {
        var start = 0
        while start < bytes.count {
            var end = start
            // In bounds by the first condition.
            while end < bytes.count, unsafe bytes[unchecked: end] != UInt8(ascii: "\n") {
                end &+= 1
            }
            add(bytes.extracting(start..<end), take)
            if end < bytes.count {
                endLine(take)
                number += 1
            }
            start = end + 1
        }
    }

    /// Ends the unfinished line; the next bytes belong to another stream.
    public mutating func finish(_ take: Taking) {
        endLine(take)
        number = 1
    }

    private mutating func add(_ piece: Span<UInt8>, _ take: Taking) {
        guard !isSkipping else { return }
        // One byte more than the limit: it may be the carriage return.
        guard unfinished.count + piece.count <= limit + 1 else {
            unfinished = []
            isSkipping = true
            return take(.tooLong, number)
        }
        unsafe piece.withUnsafeBufferPointer { unsafe unfinished.append(contentsOf: $0) }
    }

    private mutating func endLine(_ take: Taking) {
        if unfinished.last == UInt8(ascii: "\r") { unfinished.removeLast() }
        if unfinished.count > limit {
            take(.tooLong, number)
        } else if !unfinished.isEmpty {
            take(.line(unfinished), number)
        }
        unfinished.removeAll(keepingCapacity: true)
        isSkipping = false
    }
}
