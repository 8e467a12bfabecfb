extension Writer {
    /// The first attempt to open: what was restored, nil when the disk does not let us for now.
    /// Fails where only a person can help.
    func firstOpen() -> Result<Restored?, StorageFailure> {
        // One failure of the device may be the last one; the state of the last run is worth a
        // second and a third attempt.
        repeat { open() } while ledger == nil && isFailingDevice
        guard let ledger else {
            let failure = currentFailure
            switch failure.kind {
            case .alreadyRunning, .missing, .notPermitted: return .failure(failure)
            case .readOnly:
                let restored = peek()
                owesState = restored == nil
                return .success(restored)
            case .full, .device, .corrupt, .foreign, .newer, .tooLarge, .discarded,
                .closed:
                owesState = true
                return .success(nil)
            }
        }
        do throws(SQLiteError) {
            return .success(try ledger.restored(reset: lastReset))
        } catch {
            // What the open did not touch turned out to be damaged: this moves it aside, and
            // the next round has nothing left to restore.
            recover(from: error)
            return .success(try? self.ledger?.restored(reset: lastReset))
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

    private var isFailingDevice: Bool {
        guard deviceFailures < StoreLimits.deviceFailures else { return false }
        if case .failing(let failure) = board.condition { return failure.kind == .device }
        return false
    }
}

extension Ledger {
    /// What the database held when it was opened.
    func restored(reset: StorageReset? = nil) throws(SQLiteError) -> Restored {
        let saved = try savedState()
        return Restored(
            bounds: bounds, state: saved.state, fences: try runtimeFences(),
            deliveries: try deliveries(), wasClean: wasClean, previousBootID: previousBootID,
            previousCommit_ns: previousCommit_ns, isCopy: isCopy, isCut: isCut, reset: reset,
            unreadable: saved.unreadable)
    }
}
