extension Writer {
    /// The first attempt to open: what was restored, nil when the disk does not let us for now.
    /// Fails where only a person can help.
    func firstOpen() -> Result<Restored?, StorageFailure> {
        // One failure of the device may be the last one, and memory be there again; the state of the
        // last run is worth a second and a third attempt.
        for _ in 0..<StoreLimits.deviceFailures {
            if ledger == nil { open() }
            if let restored = readState() { return .success(restored) }
            guard ledger != nil || mayWorkAtOnce else { break }
        }
        let failure = currentFailure
        switch failure.kind {
        case .alreadyRunning, .missing: return .failure(failure)
        case .notPermitted:
            // A write-ahead log that may only be read costs less than no geofencing at all. Without what it
            // holds, stays would begin a second time, and fences of run time be missing.
            guard failure.path == path + "-wal", let restored = peek() else {
                return .failure(failure)
            }
            return .success(restored)
        case .readOnly:
            let restored = peek()
            owesState = restored == nil
            return .success(restored)
        case .full, .shortage, .device, .obstructed, .corrupt, .foreign, .newer, .replaced,
            .tooLarge, .discarded, .closed:
            owesState = true
            return .success(nil)
        }
    }

    /// What the open database holds; nil when it cannot be read. What the open did not touch may
    /// turn out to be damaged, which moves it aside.
    func readState() -> Restored? {
        guard let ledger else { return nil }
        do throws(SQLiteError) {
            return try ledger.restored(reset: lastReset)
        } catch {
            recover(from: error)
            return nil
        }
    }

    /// What the database on a read-only medium holds, nil when it cannot be read: without it, a stay
    /// would begin a second time, and what was commanded at run time not hold.
    private func peek() -> Restored? {
        let creation = (epoch: Epoch.random(), first: NewEvent?.none)
        let ledger = try? Ledger(
            path: path, bootID: options.bootID, limits: options.limits, creation: creation,
            isReadOnly: true)
        defer { ledger?.connection.close() }
        return try? ledger?.restored()
    }

    private var mayWorkAtOnce: Bool {
        guard case .failing(let failure) = board.condition else { return false }
        return failure.kind == .shortage
            || failure.kind == .device && deviceFailures < StoreLimits.deviceFailures
    }
}

extension Ledger {
    /// What the database held when it was opened.
    func restored(reset: StorageReset? = nil) throws(SQLiteError) -> Restored {
        let saved = try savedState()
        let (fences, beyond) = try runtimeFences()
        return Restored(
            bounds: bounds, state: saved.state, fences: fences, fencesBeyondLimits: beyond,
            deliveries: try deliveries(), wasClean: wasClean, previousBootID: previousBootID,
            previousCommit_ns: previousCommit_ns, isCopy: isCopy, isCut: isCut, reset: reset,
            unreadable: saved.unreadable)
    }
}
