import Chronology
import ControlProtocol
import EventStore
import Geofencing

extension EventLog {
    /// Appends an event of the daemon itself.
    func record(_ type: EventType, source: String? = nil, _ message: String) {
        append(EventBatch(events: [NewEvent(type, source: source, message: message)]))
    }

    /// Finds the number of the first event that a query requests. With `last` it is the first of the
    /// newest `last` events, but not before the start of the query.
    ///
    /// - Parameter usual: the number for a query that has neither a start nor `last`.
    func begin(
        _ query: EventQuery, otherwise usual: Int64, _ filter: LogFilter,
        _ go: @escaping @Loop (Result<Int64, Failure>) -> Void
    ) throws(Failure) {
        guard let last = try Int.given(query.last, as: "last") else {
            return try begin(since: query, otherwise: usual, go)
        }
        try begin(since: query, otherwise: bounds.first) { [self] start in
            switch start {
            case .failure: go(start)
            case .success(let first): seek(last: last, filter) { go($0.map { max($0, first) }) }
            }
        }
    }

    /// Finds the number of the first event that a query without `last` requests.
    func begin(
        since query: EventQuery, otherwise usual: Int64,
        _ go: @escaping @Loop (Result<Int64, Failure>) -> Void
    ) throws(Failure) {
        let given = [query.since_seq != nil, query.cursor != nil, query.since_time != nil]
        guard given.count(where: \.self) <= 1 else {
            throw Failure(
                .invalidParams, "Only one of since_seq, cursor and since_time can be given.")
        }
        // Numbers and times have no meaning before the log is open.
        if given.contains(true) { try requireOpen() }
        if let text = query.cursor {
            return go(.success(try successor(of: seq(of: text, as: "cursor"))))
        }
        if let seq = try Int64.given(query.since_seq, as: "since_seq") {
            return go(.success(seq == 0 ? bounds.first : try successor(of: seq)))
        }
        if let time = try UTCInstant.given(query.since_time, as: "since_time") {
            return seek(time) { go($0) }
        }
        go(.success(usual))
    }

    /// Returns the number in a cursor of this log, the value of `key`. Throws `invalidParams` for any
    /// other text, `storageUnavailable` before the log is open, `cursorEpochChanged` for another log.
    func seq(of text: String, as key: String) throws(Failure) -> Int64 {
        guard let cursor = Cursor(text) else {
            throw Failure(
                .invalidParams, "\"\(key)\" is \"\(text)\", which is no cursor.",
                hint: "Write it as EPOCH:SEQ, as answers show it.")
        }
        try requireOpen()
        guard cursor.epoch == bounds.epoch else {
            throw Failure(
                .cursorEpochChanged,
                "The cursor belongs to the log \(cursor.epoch); this one is \(bounds.epoch).",
                hint: "Read from the beginning and take over the new epoch.")
        }
        return cursor.seq
    }

    /// Throws `storageUnavailable` until the log was opened for the first time in this run.
    func requireOpen() throws(Failure) {
        guard bounds.epoch.isEmpty else { return }
        throw Failure(
            .storageUnavailable,
            "The event log is not open yet" + (failure.map { ": \($0)." } ?? "."),
            hint: "Try again later; the daemon keeps trying to open it.")
    }

    /// Throws `cursorAhead` for a number greater than that of the newest event.
    func requireReached(_ seq: Int64) throws(Failure) {
        guard seq > bounds.head else { return }
        throw Failure(
            .cursorAhead, "There is no event \(seq): the newest is \(bounds.head).",
            hint: "A number without a unit is that of an event, not a time. If the log was "
                + "restored from an older copy, read from the beginning.")
    }

    /// Returns `seq + 1`. Throws `cursorExpired` or `cursorAhead` when a reader cannot continue there.
    private func successor(of seq: Int64) throws(Failure) -> Int64 {
        guard seq >= bounds.first - 1 else { throw .expired(first: bounds.first, from: seq + 1) }
        try requireReached(seq)
        return seq + 1
    }
}

extension Failure {
    /// The failure for a reader whose events from `from` to before `first` were deleted by retention.
    static func expired(first: Int64, from: Int64) -> Failure {
        var failure = Failure(
            .cursorExpired, "The events before \(first) are no longer kept.",
            hint: "Go on from since_seq \(first - 1) and treat the missing events as unknown.")
        failure.data?.first = first
        failure.data?.lost = first - from
        return failure
    }
}
