import SystemServices

/// The store's thread: owns the only connection, commits writes, answers queries.
///
/// A commit may take half a minute on a worn card. Neither the engine nor a client may wait for it,
/// and a thread pool shared with them would make them wait.
final class Writer {
    let options: StoreOptions
    let queue: StoreQueue
    let path: String
    /// The open database; nil while it cannot be used.
    var database: EventDatabase?
    /// Taken from the queue and not durable yet; kept for another attempt after a failure.
    var group: WriteGroup?
    /// The database that was moved aside, until its successor has recorded that.
    var aside: (failure: StorageFailure, path: String?)?
    /// The database that was moved aside, until its successor has committed anything.
    var displaced: (failure: StorageFailure, path: String?)?
    /// The directory that contained the database when it was opened.
    var directory: OpenedFile?
    /// Files of the open database that were removed or replaced, until they return or a new
    /// database is created.
    var replaced: ReplacedFiles?
    /// Whether the restored state must still be passed on.
    var mustHandOverState = false
    /// The last reset in this run.
    var lastReset: StorageReset?
    /// Device failures since the last success.
    var deviceFailures = 0
    /// Why no space could be reserved for the next events; nil when it was.
    var unreserved: StorageFailure?
    /// The earliest next attempt to extend the reserve, monotonic nanoseconds.
    var nextReserve_ns: Int64 = 0
    /// Whether this run has committed anything.
    var hasWorked = false
    /// Whether the system's cache may hold data that is not on the disk.
    var mustRewrite = false
    /// The earliest next attempt after a failure, monotonic nanoseconds.
    var retry_ns: Int64 = 0
    /// Seconds to wait after the next failure.
    var delay_s = 1.0

    /// A writer for the database of that directory.
    init(options: StoreOptions, queue: StoreQueue) {
        self.options = options
        self.queue = queue
        path = EventStore.file(in: options.directory)
    }

    /// Works until the queue is closed.
    func run() {
        while true {
            queue.showProgress()
            // Read once a round: a close during the round still gets a last attempt.
            let isLast = queue.isClosing
            let isBusy = work(isLast)
            // Only a write that was refused gives up the writes that wait behind it.
            let isRefused = group != nil && retry_ns > 0
            if isLast, !isBusy || isRefused { return end() }
            if !isBusy { sleep() }
        }
    }

    /// Runs one round; retries at once if it may be the last. Returns whether there is more to do.
    private func work(_ isLast: Bool) -> Bool {
        for write in queue.nextDiscarded() { write.fail(failure(.discarded, "")) }
        let mayTry = isLast || Clocks.monotonicNanoseconds() >= retry_ns
        if let database, !database.isInPlace { reopenReplacedFiles(database) }
        if database == nil, mayTry { open() }
        if database != nil, group == nil { group = queue.nextGroup() }
        let hasWritten = mayTry && commitGroup()
        maintain()
        let hasAnswered = answer()
        // Retry at once after a device failure, unless a retry is scheduled.
        let mustRepeat = group != nil && retry_ns == 0
        return hasWritten || hasAnswered || mustRepeat
    }

    /// Waits for work, but not beyond the next heartbeat or retry.
    private func sleep() {
        let now = Clocks.monotonicNanoseconds()
        let beat = now + Int64(StoreLimits.heartbeat_s * 1e9)
        queue.wakeSignal.wait(until: retry_ns > now ? min(beat, retry_ns) : beat)
    }

    /// Tries to make the group durable; returns whether it is.
    private func commitGroup() -> Bool {
        guard let database, var group else { return false }
        let head = database.head
        let newest = LogCursor(epoch: database.epoch, seq: head + Seq(group.eventCount))
        let hasFences = group.writes.contains(where: \.isFences)
        group.attempted = newest
        self.group = group
        do throws(SQLiteError) {
            try database.commit { () throws(SQLiteError) in
                try group.apply(to: database, record: options.record)
            }
        } catch {
            recover(from: error)
            return false
        }
        // A file that was removed during the commit ends with this process: the group is written
        // again to the new database.
        guard database.isInPlace else {
            reopenReplacedFiles(database)
            return false
        }
        database.head = newest.seq
        if hasFences { database.revision += 1 }
        settle(group, after: head, database)
        return true
    }

    /// Completes a durable group.
    func settle(_ group: WriteGroup, after head: Seq, _ database: EventDatabase) {
        self.group = nil
        recovered()
        // Publish the bounds first: a reader that sees no waiting events must see all durable ones.
        publish(database)
        queue.finish(group.writes)
        group.succeed(after: head, revision: database.revision)
    }

    /// Answers one slice of every query; returns whether there was any.
    private func answer() -> Bool {
        let queries = queue.nextQueries()
        for query in queries {
            guard let database else {
                query.fail(currentFailure)
                continue
            }
            do throws(SQLiteError) {
                if let rest = try query.step(database), !queue.add(rest) {
                    rest.fail(failure(.closed, ""))
                }
            } catch {
                query.fail(error.failure(path: path))
                recover(from: error)
            }
        }
        return !queries.isEmpty
    }

    /// Trims the log and checkpoints, after the commit was reported.
    private func maintain() {
        guard let database, group == nil, Clocks.monotonicNanoseconds() >= retry_ns else { return }
        do throws(SQLiteError) {
            try reserveIfDue(database)
            switch queue.condition {
            case .healthy, .unreserved: announce(unreserved.map { .unreserved($0) } ?? .healthy)
            case .failing, .broken, .reset: break
            }
            for _ in 0..<StoreLimits.deletionsPerRound {
                try database.checkpointIfDue()
                guard try database.trim() else { return }
                publish(database)
            }
        } catch {
            recover(from: error)
        }
    }

    /// Shuts down: records a clean shutdown and completes everything that still waits.
    private func end() {
        let rest = queue.shutDown()
        var result: Result<Void, StorageFailure> = .failure(currentFailure)
        if let database, group == nil, rest.left.isEmpty {
            do throws(SQLiteError) {
                try database.close()
                result = .success(())
            } catch {
                result = .failure(error.failure(path: path))
            }
        }
        database = nil
        for write in (group?.writes ?? []) + rest.left { write.fail(failure(.closed, "")) }
        for query in rest.queries { query.fail(failure(.closed, "")) }
        rest.completion?(result)
    }

    /// Publishes the extent of the log.
    func publish(_ database: EventDatabase) {
        if queue.publish(database.bounds) { options.boundsChanged(database.bounds) }
    }

    /// A failure that names this database.
    func failure(_ kind: StorageFailure.Kind, _ detail: String) -> StorageFailure {
        StorageFailure(kind: kind, path: path, detail: detail)
    }

    /// The present failure.
    var currentFailure: StorageFailure {
        switch queue.condition {
        case .failing(let failure), .broken(let failure): failure
        case .healthy, .unreserved, .reset: failure(.closed, "the database is not open")
        }
    }
}
