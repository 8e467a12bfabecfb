import Synchronization
import SystemServices

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
