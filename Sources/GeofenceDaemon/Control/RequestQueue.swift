import ControlProtocol
import JSONText
import NIOCore

/// The requests of one client that are not performed yet, in order.
struct RequestQueue {
    /// Requests that are performed at once: the answer of each may become a whole page in memory.
    static let underwayMaximum = 8

    /// Whether bytes of a request wait for its end.
    var isWithinLine: Bool { lines.isWithinLine }
    /// Whether every request was performed.
    var isEmpty: Bool { waiting.isEmpty }
    /// The number of requests that have begun and not ended, with or without an id.
    var underway = 0
    /// Whether the next one must wait for the end of those before.
    var isHeldUp: Bool { underway >= Self.underwayMaximum }

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
