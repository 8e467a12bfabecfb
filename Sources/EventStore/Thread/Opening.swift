import Synchronization

/// The outcome of the first attempt to open, on its way from the store's thread to the opener.
final class Opening: Sendable {
    private let outcome = Mutex<Result<Restored?, StorageFailure>?>(nil)
    private let bell = Bell()

    /// Publishes the outcome; says whether the store goes on.
    func settle(_ result: Result<Restored?, StorageFailure>) -> Bool {
        outcome.withLock { $0 = result }
        bell.ring()
        switch result {
        case .success: return true
        case .failure: return false
        }
    }

    /// Waits for the outcome, and calls every second until it is there.
    func wait(_ isStillWaiting: () -> Void) throws(StorageFailure) -> Restored? {
        while true {
            bell.wait(until: Clock.monotonic_ns() + 1_000_000_000)
            if let result = outcome.withLock({ $0 }) { return try result.get() }
            isStillWaiting()
        }
    }
}
