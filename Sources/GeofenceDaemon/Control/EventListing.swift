import ControlProtocol

/// The answer to `Events.list` while it is filled: events until there are enough of them, or enough
/// bytes, so that it fits a line however long the single events are.
struct EventListing {
    /// Events read at once: few, since long events do not all fit the answer.
    private static let page = 64

    /// What was read so far.
    private(set) var entries: [EventLog.Entry] = []
    /// The number of the next event to read.
    private(set) var next: Int64
    /// Whether there are more than fit.
    private(set) var isFull = false
    /// The monitors and fences of the query that do not exist.
    let unknown: [UnknownName]?
    private var room_bytes = Limits.eventPage_bytes

    /// An empty answer that begins with an event.
    init(from next: Int64, unknown: [UnknownName]? = nil) {
        self.next = next
        self.unknown = unknown
    }

    /// How many events to read next.
    var asked: Int { min(Self.page, Limits.listedEvents - entries.count) }

    /// Adds a page that was read up to `next`. The first event always fits.
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
