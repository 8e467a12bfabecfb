/// What an `end` notification says: a subscription that does not follow has sent everything.
public struct StreamEnd: Sendable, Hashable, Codable {
    /// The cursor after the last event looked at: go on from here.
    public var cursor: String
    /// How many events were sent.
    public var events: Int

    /// The end of a stream.
    public init(cursor: String, events: Int) {
        self.cursor = cursor
        self.events = events
    }
}
