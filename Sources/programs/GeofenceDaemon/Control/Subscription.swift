import ControlProtocol

/// The position of a client in the log, and which events it wants from there on.
struct Subscription {
    /// The number of events read at once, so that one client never has many in memory.
    static let page = 32

    /// Distinguishes this subscription from an earlier one of the same client.
    var serial: Int
    /// The number of the next event to read.
    var next: Int64
    /// The epoch of the log that `next` belongs to; empty until the log could be opened.
    var epoch = ""
    /// Which events are sent.
    var filter: LogFilter
    /// Whether the stream continues with new events.
    var follows: Bool
    /// The place up to which the snapshot was sent; nil when all of it was.
    var shown: FencePlace?
    /// Returns the part of the snapshot after a place.
    var show: @Loop (FencePlace) -> Snapshot? = { _ in nil }
    /// The consumer of the subscription; nil for a client that stores its own cursor.
    var consumer: Consumer?
    /// Whether the consumer has acknowledged events of another log; the stream begins with a gap.
    var isAfterOtherLog = false
    /// The number of the last event that was sent, or reported as skipped.
    var reported: Int64 = 0
    /// Whether a page is being read.
    var isReading = false
    /// The monitors and fences of the request that did not exist when it began; nil when all existed.
    var unknown: [UnknownName]?
    /// The number of events sent so far.
    var sent = 0

    /// Whether the consumer is paused, so that it gets no events.
    @Loop var isPaused: Bool { consumer?.memory.paused ?? false }
}
