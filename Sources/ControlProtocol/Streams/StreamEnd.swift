/// What an `end` notification says: a subscription that does not follow has sent everything, or what
/// is left of it cannot be read; or a consumer was taken over, rewound or removed and is to subscribe again.
public struct StreamEnd: Sendable, Hashable, Codable {
    /// The cursor after the last event looked at: go on from here.
    public var cursor: String
    /// How many events were sent.
    public var events: Int
    /// Why the others were not; nil when these were all.
    public var error: Failure?

    /// The end of a stream.
    public init(cursor: String, events: Int, error: Failure? = nil) {
        self.cursor = cursor
        self.events = events
        self.error = error
    }
}
