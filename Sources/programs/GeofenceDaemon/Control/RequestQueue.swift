import ControlProtocol
import JSONText
import NIOCore

/// The requests of one client that are not performed yet, in order.
struct RequestQueue {
    /// The maximum number of requests underway: each answer may be a whole page in memory.
    static let underwayMaximum = 8

    /// Whether the received bytes end within a line.
    var isWithinLine: Bool { lines.isWithinLine }
    /// Whether no complete request waits to be performed.
    var isEmpty: Bool { waiting.isEmpty }
    /// The number of requests begun and not ended, except changes without an id.
    var underway = 0
    /// Whether the next request must wait for the end of an earlier one.
    var isHeldUp: Bool { underway >= Self.underwayMaximum }

    private var lines = LineSplitter(limit: Limits.line_bytes)
    private var waiting = CircularBuffer<LineSplitter.Item>()

    /// Adds received bytes; returns whether a line ends in them.
    mutating func push(_ bytes: some Collection<UInt8>) -> Bool {
        let items = lines.push(bytes)
        waiting.append(contentsOf: items)
        return !items.isEmpty
    }

    /// Removes and returns the next line to perform; nil when there is none or it must wait.
    mutating func next() -> LineSplitter.Item? { isHeldUp ? nil : waiting.popFirst() }

    /// Removes the requests that are not performed yet.
    mutating func clear() { waiting.removeAll() }
}
