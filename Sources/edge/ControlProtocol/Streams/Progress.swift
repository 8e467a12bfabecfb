/// The content of a `progress` notification: the consumer's filter passes no event up to this
/// one. The consumer acknowledges the cursor as it does that of an event.
public struct Progress: Sendable, Hashable, Codable {
    /// The last event that was compared with the filter, `epoch:seq`.
    public var cursor: String

    /// Creates the progress up to a cursor.
    public init(cursor: String) {
        self.cursor = cursor
    }
}
