import SystemServices

extension Writer {
    /// Opens the database; moves an unusable one aside and creates a new one.
    func open() {
        if let replaced {
            if replaced.files.allSatisfy(\.isInPlace) {
                self.replaced = nil
            } else if replaced.mayReturn {
                return scheduleRetry(failure(replaced.kind, "the files are not in place"))
            } else {
                return moveAside(DatabaseError(.replaced, "the open files are not in place"))
            }
        }
        do throws(DatabaseError) {
            if mustRewrite {
                try DatabaseFile.rewrite(path)
                mustRewrite = false
            }
            database = try openDatabase()
        } catch {
            switch error.kind {
            case .corrupt, .foreign, .newer: moveAside(error)
            case .device
            where error.isFailedRead && !hasWorked && deviceFailures >= StoreLimits.failedReads:
                moveAside(error)
            case .full, .readOnly, .shortage, .notPermitted, .obstructed, .missing, .device,
                .alreadyRunning, .replaced, .tooLarge, .discarded, .closed:
                mustRewrite = mustRewrite || error.isLostSync || error.kind == .device
                scheduleRetry(failure(error.kind, error.detail))
            }
            return
        }
        resume()
    }

    private func openDatabase() throws(DatabaseError) -> EventDatabase {
        let epoch = Epoch.random()
        let reset = aside.map { StorageReset(failure: $0.failure, movedTo: $0.path, epoch: epoch) }
        let first = reset.map { options.record(.reset($0)) }
        let database = try EventDatabase(
            path: path, bootID: options.bootID, limits: options.limits,
            creation: (epoch: epoch, first: first))
        if let reset {
            aside = nil
            lastReset = reset
            announce(.reset(reset))
        }
        nextReserve_ns = 0
        do throws(SQLiteError) {
            try database.dropReserve()
            try reserveIfDue(database)
        } catch {
            throw DatabaseError(error)
        }
        if let unreserved { announce(.unreserved(unreserved)) }
        return database
    }

    /// Extends the reserve, and tries again later where the disk has no space.
    func reserveIfDue(_ database: EventDatabase) throws(SQLiteError) {
        let now = Clocks.monotonicNanoseconds()
        guard now >= nextReserve_ns, try database.isReserveDue() else { return }
        do throws(SQLiteError) {
            try database.reserve()
            unreserved = nil
        } catch {
            guard error.kind == .full || error.kind == .tooLarge, !error.isLostSync else {
                throw error
            }
            let hasSpare = try database.hasSpare()
            // The first failure stays: the number of free bytes is no news.
            unreserved = hasSpare ? nil : unreserved ?? error.failure(path: path)
            nextReserve_ns = now + Int64(StoreLimits.heartbeat_s * 1e9)
        }
    }

    /// Continues with a reopened database.
    private func resume() {
        guard handOverState(), let database else { return }
        publish(database)
        defer { begin(database) }
        guard let group, let newest = group.attempted else { return }
        // A commit whose sync failed may still be in the file. What is read now has been rewritten
        // and synced, so it is durable, and writing the group again would duplicate it.
        let events = Seq(group.eventCount)
        if events > 0, newest.epoch == database.epoch, database.head >= newest.seq {
            settle(group, after: newest.seq - events, database)
        }
    }

    /// Passes the state of the previous run on before this run writes anything; returns false when
    /// it cannot be read.
    private func handOverState() -> Bool {
        guard mustHandOverState else { return true }
        guard let restored = readState() else { return false }
        mustHandOverState = false
        options.restored(restored)
        return true
    }

    /// Writes once at the start, so that a fault shows now and not at the first event.
    private func begin(_ database: EventDatabase) {
        do throws(SQLiteError) {
            guard try database.begin() else { return reopenReplacedFiles(database) }
            directory = OpenedFile(options.directory)
            if group == nil { recovered() }
        } catch {
            recover(from: error)
        }
    }

    /// Decides what to do about a failed statement.
    func recover(from error: SQLiteError) {
        let failure = error.failure(path: path)
        switch error.kind {
        case .corrupt, .foreign, .newer:
            dropConnection()
            moveAside(DatabaseError(error))
        case .device:
            reopen(after: failure)
        case .full, .readOnly, .shortage, .notPermitted, .obstructed, .missing, .alreadyRunning,
            .replaced, .tooLarge, .discarded, .closed:
            if error.isLostSync {
                reopen(after: failure)
            } else {
                refuseFences(failure)
                if error.kind == .shortage, error.systemError != 0 { forget(error) }
                scheduleRetry(failure)
            }
        }
    }

    /// Drops the connection, because its files keep the last refused call and would report later
    /// damage as a lack of memory.
    private func forget(_ error: SQLiteError) {
        dropConnection()
        // The file may hold a commit that was never synced.
        mustRewrite = mustRewrite || !error.isReadError
    }

    /// Reopens after the files of the open database were removed or replaced.
    func reopenReplacedFiles(_ database: EventDatabase) {
        replaced = ReplacedFiles(insteadOf: database.files, in: directory)
        dropConnection()
        open()
    }

    /// Reopens after a failed sync. The system may have dropped data that it shows as written, so
    /// nothing that this connection has read is reliable: rewrite and check the files, then commit
    /// the group from memory again.
    private func reopen(after failure: StorageFailure) {
        dropConnection()
        mustRewrite = true
        scheduleRetry(failure)
        if deviceFailures < StoreLimits.deviceFailures { retry_ns = 0 }
    }

    private func dropConnection() {
        database?.connection.close()
        database = nil
    }

    private func moveAside(_ error: DatabaseError) {
        let failure = failure(error.kind, error.detail)
        do throws(DatabaseError) {
            if displaced == nil || error.kind == .replaced {
                displaced = (failure, try DatabaseFile.moveAside(path) ?? displaced?.path)
            } else {
                // A successor of this run that never worked: keeping it would push out copies of
                // databases that did.
                try DatabaseFile.remove(path)
            }
            replaced = nil
            aside = displaced
            retry_ns = 0
            openSuccessor()
        } catch {
            scheduleRetry(self.failure(error.kind, error.detail))
        }
    }

    /// Opens the successor. If it is unusable too, waits for the next attempt, so that a disk that
    /// returns nonsense does not cause a busy loop.
    private func openSuccessor() {
        do throws(DatabaseError) {
            database = try openDatabase()
        } catch {
            scheduleRetry(self.failure(error.kind, error.detail))
            return
        }
        resume()
    }

    /// Resets the failure counters after a success.
    func recovered() {
        hasWorked = true
        displaced = nil
        deviceFailures = 0
        delay_s = 1
        retry_ns = 0
        switch queue.condition {
        case .failing, .broken, .reset:
            announce(unreserved.map { .unreserved($0) } ?? .healthy)
        case .healthy, .unreserved: break
        }
    }

    private func scheduleRetry(_ failure: StorageFailure) {
        let failure = DatabaseFile.locating(failure)
        if failure.kind == .device || failure.kind == .corrupt { deviceFailures += 1 }
        // After a success, a new process may recover once. Without one, the process continues:
        // restarting again and again would stop geofencing, too.
        let mustRestart = hasWorked && deviceFailures >= StoreLimits.deviceFailures
        let isBroken = mustRestart || failure.kind == .alreadyRunning
        retry_ns = Clocks.monotonicNanoseconds() + Int64(delay_s * 1e9)
        delay_s = min(delay_s * 2, StoreLimits.longestRetry_s)
        announce(isBroken ? .broken(failure) : .failing(failure))
    }

    /// Refuses changes of runtime fences at once, because their client waits for the answer.
    private func refuseFences(_ failure: StorageFailure) {
        guard let refused = group?.writes.filter({ $0.isFences }), !refused.isEmpty else { return }
        group?.writes.removeAll { $0.isFences }
        for write in refused { write.fail(failure) }
    }

    func announce(_ condition: StorageCondition) {
        if queue.publish(condition) { options.conditionChanged(condition) }
    }
}
