import ControlProtocol

/// The answer to `Events.list` while it is filled: takes events up to a number and a total of
/// bytes, so that the answer fits in a line however long the events are.
struct EventListing {
    /// The number of events read at once: few, since long events do not all fit the answer.
    private static let page = 64

    /// The events so far.
    private(set) var entries: [EventLog.Entry] = []
    /// The number of the next event to read.
    private(set) var next: Int64
    /// Whether the answer takes no more events.
    private(set) var isFull = false
    /// The monitors and fences of the query that do not exist.
    let unknown: [UnknownName]?
    private var room_bytes = Limits.eventPage_bytes

    /// Creates an empty answer that begins with the event `next`.
    init(from next: Int64, unknown: [UnknownName]? = nil) {
        self.next = next
        self.unknown = unknown
    }

    /// The number of events to read next.
    var asked: Int { min(Self.page, Limits.listedEvents - entries.count) }

    /// Adds the page of events before `next`, as far as it fits. The first event always fits.
    mutating func add(_ page: [EventLog.Entry], next: Int64) {
        for entry in page {
            guard entries.isEmpty || entry.record.count < room_bytes else {
                self.next = entry.seq
                isFull = true
                return
            }
            room_bytes -= entry.record.count + 1
            entries.append(entry)
        }
        self.next = next
        isFull = entries.count == Limits.listedEvents
    }
}
