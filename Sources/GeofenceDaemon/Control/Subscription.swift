import ControlProtocol

/// A client's place in the log, and what it wants from there on.
struct Subscription {
    /// Events read at once: what is on its way to one client stays small.
    static let page = 32

    /// Distinguishes this subscription from an earlier one of the same client.
    var serial: Int
    /// The number of the next event to read.
    var next: Int64
    /// The log that `next` belongs to; empty until it could be opened.
    var epoch = ""
    /// Which events are sent.
    var filter: LogFilter
    /// Whether the stream continues with new events.
    var follows: Bool
    /// How far the snapshot that comes before the events is sent; nil when all of it is.
    var shown: FencePlace?
    /// Makes the part of the snapshot after a place.
    var show: @Loop (FencePlace) -> Snapshot? = { _ in nil }
    /// The consumer that it belongs to; nil for a client that keeps its own cursor.
    var consumer: Consumer?
    /// Whether the consumer has acknowledged events of another log, which begins with a gap.
    var isAfterOtherLog = false
    /// The last event that was sent, or reported as skipped.
    var reported: Int64 = 0
    /// Whether a page is being read.
    var isReading = false
    /// The monitors and fences of the request that did not exist when it began; nil when all existed.
    var unknown: [UnknownName]?
    /// Events sent so far.
    var sent = 0

    /// Whether nothing is sent for now.
    @Loop var isPaused: Bool { consumer?.memory.paused ?? false }
}
