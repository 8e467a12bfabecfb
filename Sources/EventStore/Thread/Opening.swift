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

    /// Waits for the outcome.
    func wait() throws(StorageFailure) -> Restored? {
        while true {
            if let result = outcome.withLock({ $0 }) { return try result.get() }
            bell.wait()
        }
    }
}
