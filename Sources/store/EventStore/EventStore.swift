public import Geofencing
import SystemServices

/// The numbered event log with the state that produced it, durable in SQLite.
///
/// An event and its state become durable together, before any sink receives the event. Every call
/// except `open` returns at once. Completions must not block; they run on the store's own thread,
/// or on the caller's when a call is refused at once. While the disk fails, events wait in memory
/// in order, no event is reported as durable, and the store retries.
public final class EventStore: Sendable {
    private let queue: StoreQueue
    private let path: String

    private init(queue: StoreQueue, path: String) {
        self.queue = queue
        self.path = path
    }

    /// Returns the id of another process that has the store of a directory open; nil for none, or
    /// when the kernel does not report it. Must not be called in a process with a store open there.
    public static func holder(of directory: String) -> Int32? {
        DatabaseFile.holder(of: file(in: directory))
    }

    /// Returns the path of the database file of a directory.
    static func file(in directory: String) -> String { directory + "/events.db" }

    /// Opens or creates `events.db` in the directory and waits until it is open: milliseconds after
    /// a clean shutdown; after a crash, the time to read the whole file.
    ///
    /// A damaged or foreign database is moved aside and a new one created. When the disk is full,
    /// read-only or faulty, the store opens as soon as possible; appended events wait in memory
    /// until then. When the database cannot even be read, the result has no `Restored`; it is
    /// passed to ``StoreOptions/restored`` once the database is open.
    ///
    /// - Parameter isStillOpening: called every second while opening.
    /// - Throws: `.alreadyRunning`, `.missing` or `.notPermitted`, where the user has to act.
    public static func open(
        _ options: StoreOptions, isStillOpening: () -> Void = {}
    ) throws(StorageFailure) -> (store: EventStore, restored: Restored?) {
        let queue = StoreQueue()
        let path = file(in: options.directory)
        let outcome = Opening()
        let isStarted = DetachedThread.start {
            let writer = Writer(options: options, queue: queue)
            if outcome.settle(writer.firstOpen()) { writer.run() }
        }
        precondition(isStarted, "a thread can be created at process start")
        return (EventStore(queue: queue, path: path), try outcome.wait(isStillOpening))
    }

    /// The extent of the durable log; nil until the database could be opened.
    public var bounds: EventBounds? { queue.bounds }

    /// The condition of the storage.
    public var condition: StorageCondition { queue.condition }

    /// The number of events that wait to become durable; a batch without events counts as one.
    public var waitingEvents: Int { queue.waitingEvents }

    /// The number of events passed to the store that the log lacks: waiting events, and discarded
    /// events whose gap record waits. They are lost if the store ends now.
    public var missedEvents: Int { queue.missedEvents }

    /// Seconds since the store's thread last reported progress, without the time that the machine
    /// was suspended; for the watchdog. The duration of one commit is normal.
    public var silence_s: Double { queue.silence_s }

    /// Makes the events and their state durable, all or nothing, and then returns their numbers
    /// (nil for a batch without events).
    ///
    /// Fails only with `.discarded` (too many events wait in memory), `.tooLarge` (see
    /// ``EventBatch/removeOversized()``) or `.closed`; while the disk fails the completion is
    /// delayed.
    public func append(
        _ batch: EventBatch, completion: @escaping StoreCompletion<ClosedRange<Seq>?>
    ) {
        if let event = batch.events.first(where: \.isOversized) {
            return completion(.failure(refusal(of: event)))
        }
        if !queue.add(.batch(batch, completion)) { completion(.failure(closed)) }
    }

    /// Returns the failure for an event that is too large for the log; it names the event.
    public func refusal(of event: NewEvent) -> StorageFailure {
        let names = [event.monitor.map { " of \($0)" }, event.fence.map { " for \($0)" }]
        return StorageFailure(
            kind: .tooLarge, path: path,
            detail:
                "\(event.type)\(names.compactMap { $0 }.joined()): \(event.payload.count) are more "
                + "than \(StoreLimits.valueBytes) bytes")
    }

    /// Makes changes of runtime fences durable, all or nothing, and returns their common revision.
    ///
    /// Fails with `.tooLarge` for more than `StoreLimits.fencesPerRequest` changes or a fence of
    /// more than `StoreLimits.valueBytes`, with `.closed`, and at once with the present fault while
    /// the disk fails, because a client waits for the answer.
    public func change(
        _ changes: [RuntimeFenceChange], completion: @escaping StoreCompletion<Int64>
    ) {
        switch queue.condition {
        case .failing(let failure), .broken(let failure): return completion(.failure(failure))
        case .healthy, .unreserved, .reset: break
        }
        let bytes = changes.map(\.byteCount).max() ?? 0
        guard bytes <= StoreLimits.valueBytes, changes.count <= StoreLimits.fencesPerRequest else {
            return completion(.failure(tooLarge(max(bytes, changes.count))))
        }
        if !queue.add(.fences(changes, completion)) { completion(.failure(closed)) }
    }

    /// Makes the whole state of the engine durable, replacing the saved state; completes with true.
    ///
    /// For a checkpoint no more often than every `StoreLimits.checkpointPeriod_s`, and after
    /// `StorageCondition.reset`. Fails with `.discarded` when a later state replaces one that
    /// waits, or with `.closed`; while the disk fails the completion is delayed.
    public func save(
        _ state: SavedState, completion: @escaping StoreCompletion<Bool> = { _ in }
    ) {
        if !queue.add(.state(state, completion)) { completion(.failure(closed)) }
    }

    /// Records the last event that a sink (`journal`, …) has processed. It becomes durable with the
    /// next event or at shutdown and costs no write of its own: after a crash the last events are
    /// emitted to that sink again.
    public func advance(_ delivery: String, to seq: Seq) {
        queue.advance(delivery, to: seq)
    }

    /// Makes the records of consumers durable, by consumer name; nil removes a record.
    ///
    /// Fails with `.tooLarge` for a record of more than `StoreLimits.valueBytes`, or with
    /// `.closed`; while the disk fails the completion is delayed.
    public func keep(
        consumers records: [String: [UInt8]?], completion: @escaping StoreCompletion<Void>
    ) {
        if let size = records.values.lazy.compactMap({ $0?.count }).max(),
            size > StoreLimits.valueBytes
        {
            return completion(.failure(tooLarge(size)))
        }
        if !queue.add(.consumers(records, completion)) { completion(.failure(closed)) }
    }

    /// Shuts the store down: writes waiting events, then the state, and records a clean shutdown.
    ///
    /// Makes one attempt when the disk fails, three when its device fails; then fails with that
    /// fault. Every later call fails with `.closed`.
    public func close(
        saving state: SavedState?, completion: @escaping StoreCompletion<Void> = { _ in }
    ) {
        if let state { save(state) }
        if !queue.close(completion) { completion(.failure(closed)) }
    }

    /// Passes a query to the store's thread; fails it when the store is closed.
    func ask(_ query: Query) {
        if !queue.add(query) { query.fail(closed) }
    }

    private var closed: StorageFailure {
        StorageFailure(kind: .closed, path: path, detail: "the store is closed")
    }

    private func tooLarge(_ size: Int) -> StorageFailure {
        StorageFailure(
            kind: .tooLarge, path: path,
            detail: "\(size) are more than \(StoreLimits.valueBytes) bytes or "
                + "\(StoreLimits.fencesPerRequest) changes")
    }
}
