import NIOPosix
import Synchronization
import SystemServices
import Systemd

/// Sends notifications to systemd in order, on its own thread: `sd_notify` blocks while systemd does not
/// read, and the loop must not block.
final class Notifier: Sendable {
    /// The maximum number of waiting notifications; later ones are dropped: systemd does not read.
    private static let waitingMaximum = 100

    private let thread = NIOThreadPool(numberOfThreads: 1)
    private let waiting = Atomic<Int>(0)

    /// Creates a notifier and starts its thread.
    init() {
        thread.start()
    }

    /// Queues a notification, or drops it when too many wait.
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
