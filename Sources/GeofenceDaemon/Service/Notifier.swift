import NIOPosix
import Synchronization
import SystemServices
import Systemd

/// Sends notifications to systemd in order, on a thread of its own: `sd_notify` waits while systemd does
/// not read, and the loop must not wait.
final class Notifier: Sendable {
    /// Notifications that may wait; later ones are lost, since systemd does not read.
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
