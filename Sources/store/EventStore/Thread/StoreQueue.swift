import Synchronization
import SystemServices

/// The queue between the callers and the store's thread. Its lock is only ever held briefly.
final class StoreQueue: Sendable {
    private let state = Mutex(StoreQueueState())
    private let beat = Atomic<Int64>(Clocks.monotonicNanoseconds())
    /// Signaled when there is work for the thread.
    let wakeSignal = WakeSignal()

    /// Seconds since the thread last reported progress, without the time that the machine slept.
    var silence_s: Double {
        Double(Clocks.monotonicNanoseconds() - beat.load(ordering: .relaxed)) / 1e9
    }
    /// The condition of the storage.
    var condition: StorageCondition { state.withLock { $0.condition } }
    /// The extent of the durable log; nil until the database could be opened.
    var bounds: EventBounds? { state.withLock { $0.bounds } }
    /// Events that are not durable yet; a change of state without events counts as one.
    var waitingEvents: Int { state.withLock { $0.waitingEvents } }
    /// Events that the log lacks, including those whose gap record waits to be written.
    var missedEvents: Int { state.withLock { $0.missedEvents } }

    /// Reports progress of the thread, for the watchdog.
    func showProgress() {
        beat.store(Clocks.monotonicNanoseconds(), ordering: .relaxed)
    }

    /// Adds a write; returns false when the store is closed.
    func add(_ write: Write) -> Bool {
        let isAccepted = state.withLock { state in
            guard state.closing == nil, !state.isClosed else { return false }
            state.add(write)
            return true
        }
        if isAccepted { wakeSignal.signal() }
        return isAccepted
    }

    /// Adds a query; returns false when the store is closed.
    func add(_ query: Query) -> Bool {
        let isAccepted = state.withLock { state in
            guard state.closing == nil, !state.isClosed else { return false }
            state.queries.append(query)
            return true
        }
        if isAccepted { wakeSignal.signal() }
        return isAccepted
    }

    /// Records the last event that a sink has processed; durable with the next write.
    func advance(_ delivery: String, to seq: Seq) {
        state.withLock { $0.deliveries[delivery] = seq }
    }

    /// Asks the thread to shut down; returns false when it was asked before.
    func close(_ completion: @escaping StoreCompletion<Void>) -> Bool {
        let isAccepted = state.withLock { state in
            guard state.closing == nil, !state.isClosed else { return false }
            state.closing = completion
            return true
        }
        wakeSignal.signal()
        return isAccepted
    }

    /// Removes and returns the leading writes that fit one transaction, with the cursors of sinks;
    /// nil when there is nothing to write. For the thread.
    func nextGroup() -> WriteGroup? {
        state.withLock { state in
            let taken = state.leadingGroup
            guard taken > 0 || (state.closing != nil && !state.deliveries.isEmpty) else {
                return nil
            }
            defer {
                state.writes.removeFirst(taken)
                state.deliveries = [:]
            }
            return WriteGroup(writes: Array(state.writes[..<taken]), deliveries: state.deliveries)
        }
    }

    /// Removes and returns the oldest queries, as many as may be answered between two commits. For
    /// the thread.
    func nextQueries() -> [Query] {
        state.withLock { state in
            let taken = state.queries.prefix(StoreLimits.queriesPerRound)
            defer { state.queries.removeFirst(taken.count) }
            return Array(taken)
        }
    }

    /// Removes and returns the writes whose events were discarded. For the thread.
    func nextDiscarded() -> [Write] {
        state.withLock { state in
            defer { state.discarded = [] }
            return state.discarded
        }
    }

    /// Stops counting writes that have become durable.
    func finish(_ writes: [Write]) {
        let weight = writes.reduce(0) { $0 + $1.weight }
        let bytes = writes.reduce(0) { $0 + $1.waitingBytes }
        let events = writes.reduce(0) { $0 + $1.missedCount }
        state.withLock { state in
            state.waitingEvents -= weight
            state.waitingBytes -= bytes
            state.missedEvents -= events
        }
    }

    /// Whether the thread was asked to shut down.
    var isClosing: Bool { state.withLock { $0.closing != nil } }

    /// Refuses all further work; returns what is left and the completion of `close`.
    func shutDown() -> (left: [Write], queries: [Query], completion: StoreCompletion<Void>?) {
        state.withLock { state in
            state.isClosed = true
            defer {
                state.writes = []
                state.queries = []
                state.closing = nil
            }
            return (state.discarded + state.writes, state.queries, state.closing)
        }
    }

    /// Publishes the condition; returns whether it changed.
    func publish(_ condition: StorageCondition) -> Bool {
        state.withLock { state in
            defer { state.condition = condition }
            return state.condition != condition
        }
    }

    /// Publishes the extent of the log; returns whether it changed.
    func publish(_ bounds: EventBounds) -> Bool {
        state.withLock { state in
            defer { state.bounds = bounds }
            return state.bounds != bounds
        }
    }
}
