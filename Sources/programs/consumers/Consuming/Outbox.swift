public import ControlProtocol

/// What a consumer has taken and not acknowledged: the cursor moves on over events that are done
/// without a hole, so that nothing is acknowledged before all that came before it.
public struct Outbox: Sendable {
    private struct Entry {
        var cursor: Cursor
        var isDone = false
    }

    private var entries: [Entry] = []
    /// The last event before which everything is done; nil before the first.
    public private(set) var acknowledged: Cursor?

    /// An outbox without events.
    public init() {}

    /// Events that are taken and not done.
    public var openCount: Int { entries.count { !$0.isDone } }

    /// Takes an event, in the order of the log.
    public mutating func take(_ cursor: Cursor) { entries.append(Entry(cursor: cursor)) }

    /// Everything up to a cursor is done, without an event of its own. Comes in the order of the
    /// log.
    public mutating func pass(_ cursor: Cursor) {
        entries.append(Entry(cursor: cursor, isDone: true))
        settle()
    }

    /// An event is done; false where it was not taken, or is done already.
    @discardableResult
    public mutating func finish(_ cursor: Cursor) -> Bool {
        guard let index = entries.firstIndex(where: { $0.cursor == cursor && !$0.isDone }) else {
            return false
        }
        entries[index].isDone = true
        settle()
        return true
    }

    private mutating func settle() {
        let done = entries.prefix { $0.isDone }
        if let last = done.last { acknowledged = last.cursor }
        entries.removeFirst(done.count)
    }
}
