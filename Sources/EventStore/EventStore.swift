public import Geofencing

/// The numbered event log with the state that produced it, durable in SQLite.
///
/// An event and its state become durable together, before anyone is told. Every call returns at
/// once; completions run on the store's own thread and must not wait. While the disk fails, events
/// wait in memory in their order, nothing is reported as durable, and the store keeps trying.
public final class EventStore: Sendable {
    private let board: Board
    private let path: String

    private init(board: Board, path: String) {
        self.board = board
        self.path = path
    }

    /// The other process whose store is open in a directory; nil where there is none, or the kernel does
    /// not say which. Not to be called in a process that has a store open there.
    public static func holder(of directory: String) -> Int32? {
        DatabaseFile.holder(of: file(in: directory))
    }

    /// The database of a directory.
    static func file(in directory: String) -> String { directory + "/events.db" }

    /// Opens or creates `events.db` in the directory, and waits for that: milliseconds after an
    /// orderly end, and the time to read the whole file after a crash.
    ///
    /// A damaged or foreign database is moved aside and a new one begun. When the disk is full,
    /// read-only or faulty, the store opens as soon as it can; what is appended meanwhile waits in
    /// memory. Where the database cannot even be read, the store comes without `Restored`, and hands
    /// it to ``StoreOptions/restored`` when it is open.
    ///
    /// - Parameter isStillOpening: called every second as long as that takes.
    /// - Throws: `.alreadyRunning`, `.missing` or `.notPermitted`, where a person has to act.
    public static func open(
        _ options: StoreOptions, isStillOpening: () -> Void = {}
    ) throws(StorageFailure) -> (store: EventStore, restored: Restored?) {
        let board = Board()
        let path = file(in: options.directory)
        let outcome = Opening()
        StoreThread.start {
            let writer = Writer(options: options, board: board)
            if outcome.settle(writer.firstOpen()) { writer.run() }
        }
        return (EventStore(board: board, path: path), try outcome.wait(isStillOpening))
    }

    /// The extent of the durable log; nil until the database could be opened.
    public var bounds: EventBounds? { board.bounds }

    /// How the storage stands.
    public var condition: StorageCondition { board.condition }

    /// Events that wait to become durable.
    public var waitingEvents: Int { board.waitingEvents }

    /// Events handed over that the log lacks: those that wait, and those that were discarded and
    /// whose gap waits. After the end of the store they are lost.
    public var missedEvents: Int { board.missedEvents }

    /// Seconds since the store's thread last showed that it lives, those left out for which the machine
    /// slept. As many as one commit takes are no hint of a fault; for the watchdog.
    public var silence_s: Double { board.silence_s }

    /// Makes the events and their state durable, all or nothing, and then gives their numbers
    /// (nil for a batch without events).
    ///
    /// Fails only with `.discarded` (too much waits in memory), `.tooLarge` (see
    /// ``EventBatch/removeOversized()``) or `.closed`; while the disk fails the completion comes
    /// later.
    public func append(
        _ batch: EventBatch, completion: @escaping StoreCompletion<ClosedRange<Seq>?>
    ) {
        if let event = batch.events.first(where: \.isOversized) {
            return completion(.failure(refusal(of: event)))
        }
        if !board.add(.batch(batch, completion)) { completion(.failure(closed)) }
    }

    /// What is said of an event that is too large for the log: which one it is.
    public func refusal(of event: NewEvent) -> StorageFailure {
        let names = [event.monitor.map { " of \($0)" }, event.fence.map { " for \($0)" }]
        return StorageFailure(
            kind: .tooLarge, path: path,
            detail:
                "\(event.type)\(names.compactMap { $0 }.joined()): \(event.payload.count) are more "
                + "than \(StoreLimits.valueBytes) bytes")
    }

    /// Makes changes of fences durable, all or nothing, and gives their common revision.
    ///
    /// Fails at once while the disk fails: who asked for it is waiting.
    public func change(
        _ changes: [RuntimeFenceChange], completion: @escaping StoreCompletion<Int64>
    ) {
        switch board.condition {
        case .failing(let failure), .broken(let failure): return completion(.failure(failure))
        case .healthy, .unreserved, .reset: break
        }
        let bytes = changes.map(\.byteCount).max() ?? 0
        guard bytes <= StoreLimits.valueBytes, changes.count <= StoreLimits.fencesPerRequest else {
            return completion(.failure(tooLarge(max(bytes, changes.count))))
        }
        if !board.add(.fences(changes, completion)) { completion(.failure(closed)) }
    }

    /// Makes the whole state of the engine durable, replacing what was saved.
    ///
    /// For a checkpoint no more often than every `StoreLimits.checkpointPeriod_s`, and after
    /// `StorageCondition.reset`.
    public func save(
        _ state: SavedState, completion: @escaping StoreCompletion<Bool> = { _ in }
    ) {
        if !board.add(.state(state, completion)) { completion(.failure(closed)) }
    }

    /// Notes how far a delivery (`journal`, …) has come. Becomes durable with the next event or at
    /// the end, so that it costs no write of its own: after a crash the last events come again.
    public func advance(_ delivery: String, to seq: Seq) {
        board.advance(delivery, to: seq)
    }

    /// Ends the store: writes what waits, then the state, and notes that the end was in order.
    ///
    /// One attempt is made when the disk fails, and three when its device does. Nothing is taken
    /// afterwards.
    public func close(
        saving state: SavedState?, completion: @escaping StoreCompletion<Void> = { _ in }
    ) {
        if let state { save(state) }
        if !board.close(completion) { completion(.failure(closed)) }
    }

    /// Hands a question to the store's thread; its failure answers when the store is closed.
    func ask(_ query: Query) {
        if !board.add(query) { query.fail(closed) }
    }

    private var closed: StorageFailure {
        StorageFailure(kind: .closed, path: path, detail: "the store has ended")
    }

    private func tooLarge(_ size: Int) -> StorageFailure {
        StorageFailure(
            kind: .tooLarge, path: path,
            detail: "\(size) are more than \(StoreLimits.valueBytes) bytes or "
                + "\(StoreLimits.fencesPerRequest) changes")
    }
}
