/// What a `progress` notification says to a consumer: its filter passes no event up to this one.
/// The consumer acknowledges the cursor as it does that of an event.
public struct Progress: Sendable, Hashable, Codable {
    /// The last event that was looked at, `epoch:seq`.
    public var cursor: String

    /// Everything up to a cursor was looked at.
    public init(cursor: String) {
        self.cursor = cursor
    }
}
