public import ControlProtocol

/// What a consumer has taken and not acknowledged: the cursor moves on over events that are done
/// without a hole, so that nothing is acknowledged before all that came before it.
public struct Outbox: Sendable {
    private struct Entry {
        var cursor: Cursor
        var isDone = false
        var isPassed = false
    }

    private var entries: [Entry] = []
    /// The last event before which everything is done; nil before the first.
    public private(set) var acknowledged: Cursor?
    /// The events up to `acknowledged` that are done since the caller has set this to 0.
    public var doneCount = 0

    /// An outbox without events.
    public init() {}

    /// Events that are taken and not done.
    public var openCount: Int { entries.count { !$0.isDone } }

    /// Takes an event, in the order of the log.
    public mutating func take(_ cursor: Cursor) { entries.append(Entry(cursor: cursor)) }

    /// Everything up to a cursor is done, without an event of its own. Comes in the order of the
    /// log.
    public mutating func pass(_ cursor: Cursor) {
        // A filter passes any number of events while one of them is open.
        if entries.last?.isPassed == true { entries.removeLast() }
        entries.append(Entry(cursor: cursor, isDone: true, isPassed: true))
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
        doneCount += done.count { !$0.isPassed }
        entries.removeFirst(done.count)
    }
}

/// How far a client of a consumer has come, across its connections: what it has finished may not have reached the
/// daemon, which then sends it again.
public struct FinishedPlace: Sendable {
    private var cursor: Cursor?
    /// The answer to the subscription before.
    private var subscribed: Subscribed?
    /// How many times the cursor was moved, so that what was finished before does not count.
    public private(set) var moves = 0

    /// Nothing is finished.
    public init() {}

    /// The connection is lost; everything up to a cursor is finished, nil for nothing new.
    public mutating func keep(_ cursor: Cursor?) { self.cursor = cursor ?? self.cursor }

    /// Takes the answer to a subscription. Gives the cursor to acknowledge, nil where there is none: what was
    /// finished in another log, or before the cursor was set by a command, does not count.
    public mutating func resume(_ subscribed: Subscribed) -> Cursor? {
        if let before = self.subscribed, before.placement != subscribed.placement { forget() }
        self.subscribed = subscribed
        guard let cursor, cursor.epoch == subscribed.epoch, cursor.seq >= subscribed.from_seq else {
            self.cursor = nil
            return nil
        }
        return cursor
    }

    /// Whether an event was finished on an earlier connection.
    public func contains(_ cursor: Cursor) -> Bool {
        guard let finished = self.cursor else { return false }
        return finished.epoch == cursor.epoch && cursor.seq <= finished.seq
    }

    /// The cursor was moved.
    public mutating func forget() {
        cursor = nil
        moves += 1
    }
}
