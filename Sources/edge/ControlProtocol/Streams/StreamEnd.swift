/// The content of an `end` notification: a subscription that does not follow has sent everything,
/// or the rest cannot be read; or a consumer was taken over, rewound or removed and must subscribe
/// again.
public struct StreamEnd: Sendable, Hashable, Codable {
    /// The cursor after the last examined event: continue from here.
    public var cursor: String
    /// The number of events that were sent.
    public var events: Int
    /// Why the rest was not sent; nil when all were sent.
    public var error: Failure?

    /// Creates the end of a stream.
    public init(cursor: String, events: Int, error: Failure? = nil) {
        self.cursor = cursor
        self.events = events
        self.error = error
    }
}
