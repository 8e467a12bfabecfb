import ControlProtocol
import NIOCore

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
    /// The most events that are sent and not acknowledged; nil for any number.
    var maxUnacknowledged: Int?
    /// The numbers of the events that were sent and are not acknowledged, in order; empty without a limit.
    private(set) var unacknowledged = CircularBuffer<Int64>()
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

    /// The number of events that may be sent now, at most a page.
    var room: Int {
        min(Self.page, maxUnacknowledged.map { $0 - unacknowledged.count } ?? Self.page)
    }

    /// Counts events that were sent; those up to the cursor of the consumer are acknowledged already.
    @Loop mutating func count(sent events: [EventLog.Entry]) {
        sent += events.count
        guard maxUnacknowledged != nil else { return }
        let acknowledged = consumer.flatMap { $0.memory.epoch == epoch ? $0.memory.seq : nil } ?? 0
        unacknowledged += events.map(\.seq).filter { $0 > acknowledged }
    }

    /// Removes the events up to a number, which the consumer has acknowledged.
    mutating func acknowledge(upTo seq: Int64) {
        while let first = unacknowledged.first, first <= seq { unacknowledged.removeFirst() }
    }

    /// Removes all events: those of another log are never acknowledged.
    mutating func forgetUnacknowledged() { unacknowledged.removeAll() }

    /// Whether the consumer is paused, so that it gets no events.
    @Loop var isPaused: Bool { consumer?.memory.paused ?? false }
}
