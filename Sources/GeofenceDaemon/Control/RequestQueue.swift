import ControlProtocol
import JSONText
import NIOCore

/// The requests of one client that are not performed yet, in order.
struct RequestQueue {
    /// Requests whose answers are still made: each may become a whole page, and all are in memory.
    static let unansweredMaximum = 8

    /// Whether bytes of a request wait for its end.
    var isWithinLine: Bool { lines.isWithinLine }
    /// Whether every request was performed.
    var isEmpty: Bool { waiting.isEmpty }
    /// The number of performed requests without an answer yet.
    var unanswered = 0
    /// Whether the next one must wait for answers to those before.
    var isHeldUp: Bool { unanswered >= Self.unansweredMaximum }

    private var lines = LineSplitter(limit: Limits.line_bytes)
    private var waiting = CircularBuffer<LineSplitter.Item>()

    /// Takes bytes; returns whether a line has ended within them.
    mutating func push(_ bytes: some Collection<UInt8>) -> Bool {
        let items = lines.push(bytes)
        waiting.append(contentsOf: items)
        return !items.isEmpty
    }

    /// The next line to perform; nil when there is none, or none yet.
    mutating func next() -> LineSplitter.Item? { isHeldUp ? nil : waiting.popFirst() }

    /// Forgets the requests that are not performed.
    mutating func clear() { waiting.removeAll() }
}
