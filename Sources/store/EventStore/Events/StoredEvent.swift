/// An event in the log.
public struct StoredEvent: Sendable, Hashable {
    /// Its number.
    public var seq: Seq
    /// When it was committed, by the system clock, nanoseconds since 1970.
    public var committed_ns: Int64
    /// The event as it was appended.
    public var event: NewEvent
}

/// A page of the log.
public struct EventPage: Sendable, Hashable {
    /// The events that pass the filter, in order.
    public var events: [StoredEvent]
    /// The cursor to continue from; at the head the newest event, whether it passes the filter or
    /// not.
    public var next: LogCursor
    /// The oldest retained event.
    public var first: Seq
    /// The newest event.
    public var head: Seq
}

/// The extent of the log.
public struct EventBounds: Sendable, Hashable {
    /// The epoch of the database.
    public var epoch: Epoch
    /// The oldest retained event; one more than `head` when there is none.
    public var first: Seq
    /// The newest event; 0 before the first.
    public var head: Seq

    /// The extent of the log of that epoch.
    public init(epoch: Epoch, first: Seq, head: Seq) {
        self.epoch = epoch
        self.first = first
        self.head = head
    }

    /// The position before the oldest retained event.
    public var beginning: LogCursor { LogCursor(epoch: epoch, seq: first - 1) }
    /// The position after the newest event.
    public var end: LogCursor { LogCursor(epoch: epoch, seq: head) }

    /// Whether the log can be read from the cursor.
    ///
    /// - Throws: the reason: another epoch, expired events, or a cursor beyond the head.
    public func check(_ cursor: LogCursor) throws(CursorFailure) {
        guard cursor.epoch == epoch else {
            throw .epochChanged(asked: cursor.epoch, current: epoch)
        }
        guard cursor.seq <= head else { throw .ahead(head: head) }
        guard cursor.seq >= first - 1 else {
            throw .expired(first: first, lost: first - 1 - cursor.seq)
        }
    }
}
