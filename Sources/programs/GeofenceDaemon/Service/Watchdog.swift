import NIOCore
import SystemServices
import Systemd

/// Reports to systemd that the daemon works, as long as all its parts do.
///
/// The loop itself runs sources, engine and clients: if this code runs, they run. The store has
/// its own thread and shows its progress.
@Loop
final class Watchdog {
    /// The seconds that a single commit may take on a bad card before the store counts as hung.
    private static let storePatience_s = 300.0

    private let notifier: Notifier
    private let storeSilence_s: @Loop () -> Double
    private var task: RepeatedTask?

    /// Creates a watchdog. `storeSilence_s` returns the store's seconds awake without progress.
    init(_ notifier: Notifier, storeSilence_s: @escaping @Loop () -> Double) {
        self.notifier = notifier
        self.storeSilence_s = storeSilence_s
    }

    /// Starts, if systemd expects watchdog messages.
    func start() {
        guard let limit_s = ServiceEnvironment.watchdogSeconds() else { return }
        let period = TimeAmount.nanoseconds(Int64(limit_s / 3 * 1e9))
        task = Loop.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: period) { _ in
            Loop.assume { self.ping() }
        }
    }

    /// Stops.
    func stop() {
        task?.cancel()
    }

    private func ping() {
        if storeSilence_s() < Self.storePatience_s { notifier.tell(.watchdog) }
    }
}
