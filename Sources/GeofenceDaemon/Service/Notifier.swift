import NIOPosix
import Synchronization
import SystemServices

/// Tells systemd things in order, on a thread of its own: a systemd that does not read makes
/// `sd_notify` wait, and the loop must not.
final class Notifier: Sendable {
    /// Notifications that may wait; what comes beyond is lost, as nobody reads it.
    private static let waitingMaximum = 100

    private let thread = NIOThreadPool(numberOfThreads: 1)
    private let waiting = Atomic<Int>(0)

    /// A notifier with its thread.
    init() {
        thread.start()
    }

    /// Sends a notification soon.
    func tell(_ notification: ServiceNotification) {
        guard waiting.add(1, ordering: .relaxed).newValue <= Self.waitingMaximum else {
            waiting.subtract(1, ordering: .relaxed)
            return
        }
        thread.submit { _ in
            notification.send()
            self.waiting.subtract(1, ordering: .relaxed)
        }
    }
}
