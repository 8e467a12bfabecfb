import Synchronization

/// What callers and the store's thread hand each other; nobody holds its lock for long.
final class Board: Sendable {
    private let state = Mutex(BoardState())
    private let beat = Atomic<Int64>(Clock.monotonic_ns())
    /// Rings when there is something to do for the thread.
    let bell = Bell()

    /// Seconds since the thread last showed that it lives, those left out for which the machine slept.
    var silence_s: Double { Double(Clock.monotonic_ns() - beat.load(ordering: .relaxed)) / 1e9 }
    /// How the storage stands.
    var condition: StorageCondition { state.withLock { $0.condition } }
    /// The extent of the durable log; nil until the database could be opened.
    var bounds: EventBounds? { state.withLock { $0.bounds } }
    /// Events that are not durable yet, a change of state without one counting as one.
    var waitingEvents: Int { state.withLock { $0.waitingEvents } }
    /// Events that the log lacks, those among them whose gap waits to be written.
    var missedEvents: Int { state.withLock { $0.missedEvents } }

    /// Shows that the thread lives.
    func showProgress() {
        beat.store(Clock.monotonic_ns(), ordering: .relaxed)
    }

    /// Hands over a write. Says no when the store is closed.
    func add(_ write: Write) -> Bool {
        let isTaken = state.withLock { state in
            guard state.closing == nil, !state.isClosed else { return false }
            state.add(write)
            return true
        }
        if isTaken { bell.ring() }
        return isTaken
    }

    /// Hands over a question. Says no when the store is closed.
    func add(_ query: Query) -> Bool {
        let isTaken = state.withLock { state in
            guard state.closing == nil, !state.isClosed else { return false }
            state.queries.append(query)
            return true
        }
        if isTaken { bell.ring() }
        return isTaken
    }

    /// Notes how far a delivery has come; it becomes durable with the next write.
    func advance(_ delivery: String, to seq: Seq) {
        state.withLock { $0.deliveries[delivery] = seq }
    }

    /// Asks the thread to end. Says no when it was asked before.
    func close(_ completion: @escaping StoreCompletion<Void>) -> Bool {
        let isTaken = state.withLock { state in
            guard state.closing == nil, !state.isClosed else { return false }
            state.closing = completion
            return true
        }
        bell.ring()
        return isTaken
    }

    /// The leading writes that fit one transaction, with what deliveries have to say; for the
    /// thread. Empty writes when there is nothing to write.
    func takeGroup() -> Group? {
        state.withLock { state in
            let taken = state.leadingGroup
            guard taken > 0 || (state.closing != nil && !state.deliveries.isEmpty) else {
                return nil
            }
            defer {
                state.writes.removeFirst(taken)
                state.deliveries = [:]
            }
            return Group(writes: Array(state.writes[..<taken]), deliveries: state.deliveries)
        }
    }

    /// The oldest questions asked, as many as may be answered before commits get their turn; for
    /// the thread.
    func takeQueries() -> [Query] {
        state.withLock { state in
            let taken = state.queries.prefix(StoreLimits.queriesPerRound)
            defer { state.queries.removeFirst(taken.count) }
            return Array(taken)
        }
    }

    /// Writes whose events were discarded; for the thread.
    func takeDiscarded() -> [Write] {
        state.withLock { state in
            defer { state.discarded = [] }
            return state.discarded
        }
    }

    /// The writes of a group are durable.
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

    /// Whether the thread was asked to end.
    var isClosing: Bool { state.withLock { $0.closing != nil } }

    /// Nothing more will be taken; gives what is left and whom to tell.
    func shut() -> (left: [Write], queries: [Query], completion: StoreCompletion<Void>?) {
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

    /// Publishes the condition; says whether it is news.
    func publish(_ condition: StorageCondition) -> Bool {
        state.withLock { state in
            defer { state.condition = condition }
            return state.condition != condition
        }
    }

    /// Publishes the extent of the log; says whether it is news.
    func publish(_ bounds: EventBounds) -> Bool {
        state.withLock { state in
            defer { state.bounds = bounds }
            return state.bounds != bounds
        }
    }
}
