public import ControlProtocol

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
