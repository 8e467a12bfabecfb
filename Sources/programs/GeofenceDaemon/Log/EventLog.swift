import ControlProtocol
import EventStore
import NIOCore
import Suggestions
import SystemServices
import Systemd

/// The events that a reader selects.
typealias LogFilter = EventFilter

extension LogFilter {
    /// The filter that passes every event.
    static var everything: LogFilter { LogFilter() }

    /// The maximum number of characters of an unknown type that an error repeats.
    private static let longestWord = 100

    /// Creates a filter from the lists of a request; a missing list passes every event. Throws
    /// `invalidParams` for a list of more than `Limits.filterEntries`, because the store looks them up for
    /// every event, and for an unknown event type, because no event has it.
    init(types: [String]?, monitors: [String]?, fences: [String]?) throws(Failure) {
        for (key, list) in [("types", types), ("monitors", monitors), ("fences", fences)] {
            guard let list, list.count > Limits.filterEntries else { continue }
            throw Failure(
                .invalidParams,
                "\"\(key)\" names \(list.count); a filter takes \(Limits.filterEntries).",
                hint: "Omit it, and filter the events in the client.")
        }
        if let other = types?.first(where: { EventType(rawValue: $0) == nil }) {
            let known = EventType.allCases.map(\.rawValue)
            var failure = Failure(
                .invalidParams, "There is no type of event \(other.prefix(Self.longestWord)).",
                hint: "There are: \(known.joined(separator: ", ")).")
            failure.data?.suggestion = nearestWord(to: other, among: known)
            throw failure
        }
        self.init(
            monitors: Set(monitors ?? []), fences: Set(fences ?? []), types: Set(types ?? []))
    }
}

/// The event log as the loop sees it. It grows when the store has made events durable. Reading is done page
/// by page on the store's thread, so that the loop does not wait for the disk.
@Loop
final class EventLog {
    /// A durable event.
    struct Entry: Sendable {
        /// The number of the event.
        var seq: Int64
        /// The complete record as JSON.
        var record: [UInt8]
    }

    /// The result of reading a page.
    enum Page: Sendable {
        /// The events that were read; continue from `next`.
        case events([Entry], next: Int64)
        /// The requested events were deleted; the oldest retained one is `first`.
        case expired(first: Int64)
        /// The store cannot be read at the moment.
        case unreadable(reason: String)
    }

    /// The store that this log reads and writes.
    let store: EventStore
    /// The limits of the store.
    let limits: StoreLimits
    /// The id of this device in its events; nil for none.
    let device: String?
    /// Called when events have become durable.
    var grown: @Loop () -> Void = {}
    /// Called when the condition of the storage has changed.
    var conditionChanged: @Loop (StorageCondition) -> Void = { _ in }
    /// Called with the saved state of an earlier run, when the log could not be opened at first.
    var restoredLate: @Loop (Restored) -> Void = { _ in }
    /// Called with the reason when an appended event or change will never be durable.
    var refused: @Loop (StorageFailure) -> Void = { _ in }
    /// The batches that the store has neither made durable nor refused.
    private let open = OpenBatches()
    /// The failure of a store that was closed before it had written everything; nil otherwise.
    private var closed: StorageFailure?
    /// The number of the newest event whose batch has become durable.
    private var settledSeq: Int64 = 0
    /// The extent of the log; an empty log without an epoch until the database could be opened.
    private(set) var bounds = Bounds()

    /// The extent of the log, as on the wire.
    struct Bounds: Sendable {
        /// The epoch, which identifies the log.
        var epoch: String
        /// The number of the oldest retained event.
        var first: Int64
        /// The number of the newest event.
        var head: Int64

        fileprivate init(_ bounds: EventBounds) {
            epoch = bounds.epoch.description
            first = bounds.first
            head = bounds.head
        }

        fileprivate init() {
            epoch = ""
            first = 1
            head = 0
        }
    }

    /// The number of events that wait to become durable, and the extent of the log on the disk, which
    /// subscribers receive a moment later.
    var standing: (pending: Int, bounds: Bounds) {
        // Read in this order, so that an event that no longer waits is within the bounds.
        let pending = store.waitingEvents
        return (pending, store.bounds.map(Bounds.init) ?? bounds)
    }

    private init(_ store: EventStore, _ limits: StoreLimits, device: String?) {
        self.store = store
        self.limits = limits
        self.device = device
        take(store.bounds)
        settledSeq = bounds.head
    }

    /// Opens the log in a directory. Waits for the disk, so call it only at the start of the daemon.
    static func open(
        directory: String, bootID: String, device: String? = nil,
        limits: StoreLimits = StoreLimits()
    ) throws(StorageFailure) -> (log: EventLog, restored: Restored?) {
        let callbacks = StoreCallbacks()
        let options = StoreOptions(
            directory: directory, bootID: bootID, limits: limits,
            record: NewEvent.init(storeEntry:),
            restored: { restored in callbacks.pass { $0.restoredLate(restored) } },
            conditionChanged: { condition in callbacks.pass { $0.takeAndReport(condition) } },
            boundsChanged: { bounds in callbacks.pass { $0.takeAndReport(bounds) } })
        // On a slow medium, checking a large log after a crash takes minutes, and so does reserving the space
        // of a new one.
        let (store, restored) = try EventStore.open(options) {
            ServiceNotification.reportProgress("checking the event log")
        }
        let log = EventLog(store, limits, device: device)
        callbacks.log = log
        return (log, restored)
    }

    /// Passes the events and changes of one input of the engine to the store. An event that is too large for
    /// the log is refused; the rest of the batch is stored.
    func append(_ batch: EventBatch) {
        var batch = batch
        let oversized = batch.removeOversized()
        let number = open.add()
        store.append(batch) { outcome in Loop.soon { self.settle(number, outcome) } }
        for event in oversized { refused(store.refusal(of: event)) }
    }

    /// Calls `go` when every batch appended so far is durable or refused. Calls it at once while the disk
    /// fails, because a failure may last days.
    func whenSettled(_ go: @escaping @Loop () -> Void) {
        open.whenSettled(go)
        if failure != nil { open.release() }
    }

    /// The newest event of the settled inputs; events of later inputs may be durable already.
    var levelSeq: Int64 { open.isEmpty || failure != nil ? bounds.head : settledSeq }

    /// Why appended events are not durable; nil when they are, or will be soon.
    var failure: StorageFailure? {
        if let closed { return closed }
        return switch store.condition {
        case .failing(let failure), .broken(let failure): failure
        case .healthy, .unreserved, .reset: nil
        }
    }

    /// Records the last event that a sink has processed.
    func advance(_ delivery: String, to seq: Int64) {
        store.advance(delivery, to: seq)
    }

    /// Returns the cursor before an event; nil until the log could be opened.
    func place(before seq: Int64) -> LogCursor? {
        Epoch(parsing: bounds.epoch).map { LogCursor(epoch: $0, seq: seq - 1) }
    }

    /// Reads the events that pass the filter, from number `next` on. The closure runs on the loop.
    func read(
        from next: Int64, _ filter: LogFilter, limit: Int, _ take: @escaping @Loop (Page) -> Void
    ) {
        guard let cursor = place(before: next) else {
            return take(.unreadable(reason: "the event log is not open yet"))
        }
        store.read(after: cursor, limit: limit, filter: filter) { [device] outcome in
            let page = Page(outcome, device: device)
            Loop.soon { take(page) }
        }
    }

    private func settle(_ number: Int, _ outcome: Result<ClosedRange<Seq>?, StorageFailure>) {
        switch outcome {
        case .success(let range): settledSeq = range?.upperBound ?? settledSeq
        case .failure(let failure):
            if failure.kind == .closed { closed = failure }
            refused(failure)
        }
        open.settle(number)
    }

    private func takeAndReport(_ condition: StorageCondition) {
        conditionChanged(condition)
        if failure != nil { open.release() }
    }

    private func takeAndReport(_ bounds: EventBounds) {
        take(bounds)
        grown()
    }

    private func take(_ bounds: EventBounds?) {
        guard let bounds else { return }
        // A number of another log has no meaning in this one.
        if bounds.epoch.description != self.bounds.epoch { settledSeq = 0 }
        self.bounds = Bounds(bounds)
    }
}

extension EventLog.Page {
    /// Converts the result of a read. Runs on the store's thread, because completing the records takes time.
    fileprivate init(_ outcome: Result<EventPage, ReadFailure>, device: String?) {
        switch outcome {
        case .success(let page):
            let epoch = page.next.epoch.description
            let entries = page.events.map { stored in
                EventLog.Entry(
                    seq: stored.seq,
                    record: EventRecordBytes.complete(stored, epoch, device: device))
            }
            self = .events(entries, next: page.next.seq + 1)
        case .failure(.cursor(.expired(let first, _))): self = .expired(first: first)
        case .failure(.cursor(let failure)): self = .unreadable(reason: "\(failure)")
        case .failure(.storage(let failure)): self = .unreadable(reason: "\(failure)")
        }
    }
}

/// Passes the callbacks of the store from its thread to the loop.
private final class StoreCallbacks: Sendable {
    @Loop var log: EventLog?

    func pass(_ body: @escaping @Loop (EventLog) -> Void) {
        Loop.soon {
            if let log = self.log { body(log) }
        }
    }
}
