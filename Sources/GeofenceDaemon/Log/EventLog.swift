import ControlProtocol
import EventStore
import NIOCore
import Suggestions
import SystemServices
import Systemd

/// Which events a reader wants.
typealias LogFilter = EventFilter

extension LogFilter {
    /// Lets everything pass.
    static var everything: LogFilter { LogFilter() }

    /// Characters of a word that an answer repeats.
    private static let longestWord = 100

    /// A filter from lists of a request; a missing list lets everything pass. Throws `invalidParams`
    /// for a list of more than `Limits.filterEntries`: the store looks them up for every event; and for a type
    /// of event that does not exist: such an event never comes.
    init(types: [String]?, monitors: [String]?, fences: [String]?) throws(Failure) {
        for (key, list) in [("types", types), ("monitors", monitors), ("fences", fences)] {
            guard let list, list.count > Limits.filterEntries else { continue }
            throw Failure(
                .invalidParams,
                "\"\(key)\" names \(list.count); a filter takes \(Limits.filterEntries).",
                hint: "Leave it out, and pick the events that are wanted out of all.")
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

/// The event log as the loop sees it: grows when the store has made events durable, and is read
/// page by page while the loop does not wait for the disk.
@Loop
final class EventLog {
    /// One durable event.
    struct Entry: Sendable {
        /// Its number.
        var seq: Int64
        /// Its record, complete, as JSON.
        var record: [UInt8]
    }

    /// What reading a page came to.
    enum Page: Sendable {
        /// These events; read on from `next`.
        case events([Entry], next: Int64)
        /// The requested events were deleted; the oldest retained one is `first`.
        case expired(first: Int64)
        /// The store cannot be read now.
        case unreadable(reason: String)
    }

    /// The store behind it.
    let store: EventStore
    /// What it may use.
    let limits: StoreLimits
    /// Distinguishes its events from those of other machines.
    let device: String?
    /// Is called when events have become durable.
    var grown: @Loop () -> Void = {}
    /// Is called when the condition of the storage has changed.
    var conditionChanged: @Loop (StorageCondition) -> Void = { _ in }
    /// Gets what an earlier run saved, when the log could not be opened at first.
    var restoredLate: @Loop (Restored) -> Void = { _ in }
    /// Is called with the reason when something will never be in the log.
    var refused: @Loop (StorageFailure) -> Void = { _ in }
    /// What was handed over and is not settled.
    private let open = OpenBatches()
    /// That the store was closed before it had written everything.
    private var closed: StorageFailure?
    /// The newest event of all that was settled in order.
    private var settledSeq: Int64 = 0
    /// The extent of the log. An empty log of no epoch until the database could be opened.
    private(set) var bounds = Bounds()

    /// The extent of the log, as on the wire.
    struct Bounds: Sendable {
        /// Names the log.
        var epoch: String
        /// The oldest retained event.
        var first: Int64
        /// The newest event.
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

    /// The number of events that wait to become durable, and the extent of the log without them: as on the
    /// disk, a moment before subscribers get it.
    var standing: (pending: Int, bounds: Bounds) {
        // In this order: an event that does not wait any more is within the bounds.
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

    /// Opens the log in a directory; waits for the disk, so it is for the start of the daemon only.
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
        // A large log on a slow medium takes minutes to be checked after a crash, and to be reserved
        // when it is new.
        let (store, restored) = try EventStore.open(options) {
            ServiceNotification.reportProgress("checking the event log")
        }
        let log = EventLog(store, limits, device: device)
        callbacks.log = log
        return (log, restored)
    }

    /// Hands over the events and changes of one input of the engine. An event too large for the log is
    /// refused and left out, but not those beside it.
    func append(_ batch: EventBatch) {
        var batch = batch
        let oversized = batch.removeOversized()
        let number = open.add()
        store.append(batch) { outcome in Loop.soon { self.settle(number, outcome) } }
        for event in oversized { refused(store.refusal(of: event)) }
    }

    /// Calls `go` when everything handed over so far is durable or given up; at once while the disk fails,
    /// because that may take days.
    func whenSettled(_ go: @escaping @Loop () -> Void) {
        open.whenSettled(go)
        if failure != nil { open.release() }
    }

    /// The newest event of the inputs that are settled; events of later ones may be durable too.
    var levelSeq: Int64 { open.isEmpty || failure != nil ? bounds.head : settledSeq }

    /// Why what was handed over is not durable; nil when it is, or will be at once.
    var failure: StorageFailure? {
        if let closed { return closed }
        return switch store.condition {
        case .failing(let failure), .broken(let failure): failure
        case .healthy, .unreserved, .reset: nil
        }
    }

    /// Notes that a delivery has come to an event.
    func advance(_ delivery: String, to seq: Int64) {
        store.advance(delivery, to: seq)
    }

    /// The place before an event; nil until the log could be opened.
    func place(before seq: Int64) -> LogCursor? {
        Epoch(parsing: bounds.epoch).map { LogCursor(epoch: $0, seq: seq - 1) }
    }

    /// Reads the events from number `next` on that pass the filter. The closure runs on the loop.
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
        // The numbers of another log do not apply to this one.
        if bounds.epoch.description != self.bounds.epoch { settledSeq = 0 }
        self.bounds = Bounds(bounds)
    }
}

extension EventLog.Page {
    /// Runs on the store's thread: completing the records is not the loop's work.
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

/// Passes the store's callbacks from its thread to the loop.
private final class StoreCallbacks: Sendable {
    @Loop var log: EventLog?

    func pass(_ body: @escaping @Loop (EventLog) -> Void) {
        Loop.soon {
            if let log = self.log { body(log) }
        }
    }
}
