import Synchronization
import SystemServices

extension Writer {
    /// The first attempt to open: the restored state, nil when the disk does not allow it for now.
    /// Fails where only the user can help.
    func firstOpen() -> Result<Restored?, StorageFailure> {
        // A device failure or a lack of memory may pass; the state of the previous run is worth a
        // second and a third attempt.
        for _ in 0..<StoreLimits.deviceFailures {
            if database == nil { open() }
            if let restored = readState() { return .success(restored) }
            guard database != nil || mayWorkAtOnce else { break }
        }
        let failure = currentFailure
        switch failure.kind {
        case .alreadyRunning, .missing: return .failure(failure)
        case .notPermitted:
            // Running with a read-only write-ahead log is better than no geofencing. But without
            // its contents visits would begin again and runtime fences be missing.
            guard failure.path == path + "-wal", let restored = readOnlyState() else {
                return .failure(failure)
            }
            return .success(restored)
        case .readOnly:
            let restored = readOnlyState()
            mustHandOverState = restored == nil
            return .success(restored)
        case .full, .shortage, .device, .obstructed, .corrupt, .foreign, .newer, .replaced,
            .tooLarge, .discarded, .closed:
            mustHandOverState = true
            return .success(nil)
        }
    }

    /// What the open database holds; nil when it cannot be read. Reading may find damage that
    /// opening did not, which moves the database aside.
    func readState() -> Restored? {
        guard let database else { return nil }
        do throws(SQLiteError) {
            return try database.restored(reset: lastReset)
        } catch {
            recover(from: error)
            return nil
        }
    }

    /// What the database on a read-only medium holds; nil when it cannot be read. Without it visits
    /// would begin again and commands given at run time be lost.
    private func readOnlyState() -> Restored? {
        let creation = (epoch: Epoch.random(), first: NewEvent?.none)
        let database = try? EventDatabase(
            path: path, bootID: options.bootID, limits: options.limits, creation: creation,
            isReadOnly: true)
        defer { database?.connection.close() }
        return try? database?.restored()
    }

    private var mayWorkAtOnce: Bool {
        guard case .failing(let failure) = queue.condition else { return false }
        return failure.kind == .shortage
            || failure.kind == .device && deviceFailures < StoreLimits.deviceFailures
    }
}

extension EventDatabase {
    /// What the database held when it was opened.
    func restored(reset: StorageReset? = nil) throws(SQLiteError) -> Restored {
        let saved = try savedState()
        let (fences, beyond) = try runtimeFences()
        return Restored(
            bounds: bounds, state: saved.state, fences: fences, fencesBeyondLimits: beyond,
            deliveries: try deliveries(), consumers: try consumers(), wasClean: wasClean,
            previousBootID: previousBootID,
            previousCommit_ns: previousCommit_ns, isCopy: isCopy, isTruncated: isTruncated,
            reset: reset,
            unreadable: saved.unreadable)
    }
}

/// Passes the outcome of the first attempt to open from the store's thread to the caller of `open`.
final class Opening: Sendable {
    private let outcome = Mutex<Result<Restored?, StorageFailure>?>(nil)
    private let wakeSignal = WakeSignal()

    /// Publishes the outcome; returns whether the store continues.
    func settle(_ result: Result<Restored?, StorageFailure>) -> Bool {
        outcome.withLock { $0 = result }
        wakeSignal.signal()
        switch result {
        case .success: return true
        case .failure: return false
        }
    }

    /// Waits for the outcome and calls `isStillWaiting` every second until then.
    func wait(_ isStillWaiting: () -> Void) throws(StorageFailure) -> Restored? {
        while true {
            wakeSignal.wait(until: Clocks.monotonicNanoseconds() + 1_000_000_000)
            if let result = outcome.withLock({ $0 }) { return try result.get() }
            isStillWaiting()
        }
    }
}
