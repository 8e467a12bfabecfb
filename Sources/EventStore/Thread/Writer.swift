/// The store's thread: owns the only connection, commits what waits, answers questions.
///
/// A thread of its own, because a commit may take half a minute on a bad card: neither the engine
/// nor a client may wait for it, and a pool shared with them would.
final class Writer {
    let options: StoreOptions
    let board: Board
    let path: String
    /// The open database; nil while it cannot be used.
    var ledger: Ledger?
    /// Taken from the board and not durable yet; kept for another attempt after a failure.
    var group: Group?
    /// The database that was moved aside, until its successor holds the record of that.
    var aside: (failure: StorageFailure, path: String?)?
    /// The database that was moved aside, until its successor has made anything durable.
    var displaced: (failure: StorageFailure, path: String?)?
    /// The directory in which it was opened.
    var directory: FilePlace?
    /// What lies in the place of the database, until that is back or the other moved aside.
    var stranger: Stranger?
    /// Whether nobody has been given yet what the database held.
    var owesState = false
    /// The last time that a new log was begun in this run.
    var lastReset: StorageReset?
    /// Failures of the device since the last success.
    var deviceFailures = 0
    /// Whether anything has become durable in this run.
    var hasWorked = false
    /// Whether data may be in the system's cache that is not on the disk.
    var mustRewrite = false
    /// The earliest next attempt after a failure, monotonic nanoseconds.
    var retry_ns: Int64 = 0
    /// How long to wait after the next failure, seconds.
    var delay_s = 1.0

    /// A writer of that database.
    init(options: StoreOptions, board: Board) {
        self.options = options
        self.board = board
        path = EventStore.file(in: options.directory)
    }

    /// Works until the board is closed.
    func run() {
        while true {
            board.showProgress()
            // Once for the round: who is told to end in the middle of one still has an attempt to make.
            let isLast = board.isClosing
            let isBusy = work(isLast)
            // Only what refuses the events themselves gives up those that wait behind them.
            let isRefused = group != nil && retry_ns > 0
            if isLast, !isBusy || isRefused { return end() }
            if !isBusy { sleep() }
        }
    }

    /// One round, which tries again at once if it may be the last; says whether there is more to do.
    private func work(_ isLast: Bool) -> Bool {
        for write in board.takeDiscarded() { write.fail(failure(.discarded, "")) }
        let mayTry = isLast || Clock.monotonic_ns() >= retry_ns
        if let ledger, !ledger.isInPlace { miss(ledger) }
        if ledger == nil, mayTry { open() }
        if ledger != nil, group == nil { group = board.takeGroup() }
        let hasWritten = mayTry && commitGroup()
        keepHouse()
        let hasAnswered = answer()
        // What a device did not take is tried again at once, unless it was given up for now.
        let mustRepeat = group != nil && retry_ns == 0
        return hasWritten || hasAnswered || mustRepeat
    }

    /// Sleeps until there is something to do, and shows now and then that it lives.
    private func sleep() {
        let now = Clock.monotonic_ns()
        let beat = now + Int64(StoreLimits.heartbeat_s * 1e9)
        board.bell.wait(until: retry_ns > now ? min(beat, retry_ns) : beat)
    }

    /// Tries to make the group durable; says whether it is.
    private func commitGroup() -> Bool {
        guard let ledger, var group else { return false }
        let head = ledger.head
        let newest = LogCursor(epoch: ledger.epoch, seq: head + Seq(group.eventCount))
        let hasFences = group.writes.contains(where: \.isFences)
        group.attempted = newest
        self.group = group
        do throws(SQLiteError) {
            try ledger.commit { () throws(SQLiteError) in
                try group.apply(to: ledger, record: options.record)
            }
        } catch {
            recover(from: error)
            return false
        }
        ledger.head = newest.seq
        if hasFences { ledger.revision += 1 }
        settle(group, after: head, ledger)
        return true
    }

    /// Tells everyone that the group is durable.
    func settle(_ group: Group, after head: Seq, _ ledger: Ledger) {
        self.group = nil
        recovered()
        // First how far the log reaches: whoever sees that nothing waits any more sees all of it.
        publish(ledger)
        board.finish(group.writes)
        group.succeed(after: head, revision: ledger.revision)
    }

    /// Answers one slice of every question; says whether any was asked.
    private func answer() -> Bool {
        let queries = board.takeQueries()
        for query in queries {
            guard let ledger else {
                query.fail(currentFailure)
                continue
            }
            do throws(SQLiteError) {
                if let rest = try query.step(ledger), !board.add(rest) {
                    rest.fail(failure(.closed, ""))
                }
            } catch {
                query.fail(error.failure(path: path))
                recover(from: error)
            }
        }
        return !queries.isEmpty
    }

    /// Retention and checkpoints, after those who wait for the commit have been told.
    private func keepHouse() {
        guard let ledger, group == nil, Clock.monotonic_ns() >= retry_ns else { return }
        do throws(SQLiteError) {
            for _ in 0..<StoreLimits.deletionsPerRound {
                try ledger.checkpointIfDue()
                guard try ledger.trim() else { return }
                publish(ledger)
            }
        } catch {
            recover(from: error)
        }
    }

    /// Ends the run: notes that it ended in order, and tells everyone who still waits.
    private func end() {
        let rest = board.shut()
        var result: Result<Void, StorageFailure> = .failure(currentFailure)
        if let ledger, group == nil, rest.left.isEmpty {
            do throws(SQLiteError) {
                try ledger.close()
                result = .success(())
            } catch {
                result = .failure(error.failure(path: path))
            }
        }
        ledger = nil
        for write in (group?.writes ?? []) + rest.left { write.fail(failure(.closed, "")) }
        for query in rest.queries { query.fail(failure(.closed, "")) }
        rest.completion?(result)
    }

    /// Publishes how far the log reaches.
    func publish(_ ledger: Ledger) {
        if board.publish(ledger.bounds) { options.boundsChanged(ledger.bounds) }
    }

    /// A failure of this database.
    func failure(_ kind: StorageFailure.Kind, _ detail: String) -> StorageFailure {
        StorageFailure(kind: kind, path: path, detail: detail)
    }

    /// The failure that lasts.
    var currentFailure: StorageFailure {
        switch board.condition {
        case .failing(let failure), .broken(let failure): failure
        case .healthy, .unreserved, .reset: failure(.closed, "the database is not open")
        }
    }
}
