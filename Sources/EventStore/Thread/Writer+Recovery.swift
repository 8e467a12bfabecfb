extension Writer {
    /// Opens the database; moves one that cannot be used aside and begins a new one.
    func open() {
        if let stranger {
            if stranger.files.allSatisfy(\.isHeld) {
                self.stranger = nil
            } else if stranger.mayReturn {
                return giveUpForNow(failure(stranger.kind, "the files are not in place"))
            } else {
                return moveAside(LedgerError(.replaced, "the open files are not in place"))
            }
        }
        do throws(LedgerError) {
            if mustRewrite {
                try DatabaseFile.rewrite(path)
                mustRewrite = false
            }
            ledger = try openLedger()
        } catch {
            switch error.kind {
            case .corrupt, .foreign, .newer: moveAside(error)
            case .device
            where error.isRefusedRead && !hasWorked && deviceFailures >= StoreLimits.refusedReads:
                moveAside(error)
            case .full, .readOnly, .shortage, .notPermitted, .obstructed, .missing, .device,
                .alreadyRunning, .replaced, .tooLarge, .discarded, .closed:
                mustRewrite = mustRewrite || error.isLostSync || error.kind == .device
                giveUpForNow(failure(error.kind, error.detail))
            }
            return
        }
        resume()
    }

    private func openLedger() throws(LedgerError) -> Ledger {
        let epoch = Epoch.random()
        let reset = aside.map { StorageReset(failure: $0.failure, movedTo: $0.path, epoch: epoch) }
        let first = reset.map { options.record(.reset($0)) }
        let ledger = try Ledger(
            path: path, bootID: options.bootID, limits: options.limits,
            creation: (epoch: epoch, first: first))
        if let reset {
            aside = nil
            lastReset = reset
            announce(.reset(reset))
        }
        do throws(SQLiteError) {
            try ledger.reserve()
        } catch {
            guard error.kind == .full || error.kind == .tooLarge, !error.isLostSync else {
                throw LedgerError(error)
            }
            announce(.unreserved(error.failure(path: path)))
        }
        return ledger
    }

    /// Goes on with a database that is open again.
    private func resume() {
        guard handOverState(), let ledger else { return }
        publish(ledger)
        defer { begin(ledger) }
        guard let group, let newest = group.attempted else { return }
        // A commit whose sync failed may be in the file after all: what is seen now has been
        // rewritten and synced, so it counts, and writing it again would double it.
        let events = Seq(group.eventCount)
        if events > 0, newest.epoch == ledger.epoch, ledger.head >= newest.seq {
            settle(group, after: newest.seq - events, ledger)
        }
    }

    /// Gives what an earlier run left, before what this run has to write changes it; says whether
    /// nobody waits for it any more.
    private func handOverState() -> Bool {
        guard owesState else { return true }
        guard let restored = readState() else { return false }
        owesState = false
        options.restored(restored)
        return true
    }

    /// A write of its own at once, so that trouble shows at the start and not at the first event.
    private func begin(_ ledger: Ledger) {
        do throws(SQLiteError) {
            try ledger.begin()
            directory = FilePlace(options.directory)
            if group == nil { recovered() }
        } catch {
            recover(from: error)
        }
    }

    /// Decides what follows from a failed statement.
    func recover(from error: SQLiteError) {
        let failure = error.failure(path: path)
        switch error.kind {
        case .corrupt, .foreign, .newer:
            dropConnection()
            moveAside(LedgerError(error))
        case .device:
            reopen(after: failure)
        case .full, .readOnly, .shortage, .notPermitted, .obstructed, .missing, .alreadyRunning,
            .replaced, .tooLarge, .discarded, .closed:
            if error.isLostSync {
                reopen(after: failure)
            } else {
                refuseFences(failure)
                if error.kind == .shortage, error.systemError != 0 { forget(error) }
                giveUpForNow(failure)
            }
        }
    }

    /// The files of a connection name the last call that the system refused, and would for ever call
    /// damage found later a lack of memory.
    private func forget(_ error: SQLiteError) {
        dropConnection()
        // A commit may be in the file that was never synced.
        mustRewrite = mustRewrite || !error.isOfRead
    }

    /// The files of a database that was open are not where they were: others lie there, or none.
    func miss(_ ledger: Ledger) {
        stranger = Stranger(insteadOf: ledger.files, in: directory)
        dropConnection()
        open()
    }

    /// A sync failed, so the system may have forgotten data that it shows as written: nothing that
    /// this connection knows can be relied on. Everything in the files is written anew, checked,
    /// and the group committed again from memory.
    private func reopen(after failure: StorageFailure) {
        dropConnection()
        mustRewrite = true
        giveUpForNow(failure)
        if deviceFailures < StoreLimits.deviceFailures { retry_ns = 0 }
    }

    private func dropConnection() {
        ledger?.connection.close()
        ledger = nil
    }

    private func moveAside(_ error: LedgerError) {
        let failure = failure(error.kind, error.detail)
        do throws(LedgerError) {
            if displaced == nil {
                displaced = (failure, try DatabaseFile.moveAside(path))
            } else {
                // A successor of this run that never worked: kept, it would push out the copies
                // of databases that did.
                try DatabaseFile.remove(path)
            }
            stranger = nil
            aside = displaced
            retry_ns = 0
            openSuccessor()
        } catch {
            giveUpForNow(self.failure(error.kind, error.detail))
        }
    }

    /// Opens the successor. If that is unusable too, the next attempt comes later: a disk that
    /// returns nonsense must not make us spin.
    private func openSuccessor() {
        do throws(LedgerError) {
            ledger = try openLedger()
        } catch {
            giveUpForNow(self.failure(error.kind, error.detail))
            return
        }
        resume()
    }

    /// Everything works again.
    func recovered() {
        hasWorked = true
        displaced = nil
        deviceFailures = 0
        delay_s = 1
        retry_ns = 0
        switch board.condition {
        case .failing, .broken, .reset: announce(.healthy)
        case .healthy, .unreserved: break
        }
    }

    private func giveUpForNow(_ failure: StorageFailure) {
        let failure = DatabaseFile.blaming(failure)
        if failure.kind == .device || failure.kind == .corrupt { deviceFailures += 1 }
        // A new process may get further, once. One that began on a device that fails stays: to end
        // again and again would stop the geofencing, too.
        let isWornOut = hasWorked && deviceFailures >= StoreLimits.deviceFailures
        let isHopeless = isWornOut || failure.kind == .alreadyRunning
        retry_ns = Clock.monotonic_ns() + Int64(delay_s * 1e9)
        delay_s = min(delay_s * 2, StoreLimits.longestRetry_s)
        announce(isHopeless ? .broken(failure) : .failing(failure))
    }

    /// Fences changed at run time are not kept waiting: their client waits for the answer.
    private func refuseFences(_ failure: StorageFailure) {
        guard let refused = group?.writes.filter({ $0.isFences }), !refused.isEmpty else { return }
        group?.writes.removeAll { $0.isFences }
        for write in refused { write.fail(failure) }
    }

    private func announce(_ condition: StorageCondition) {
        if board.publish(condition) { options.conditionChanged(condition) }
    }
}
