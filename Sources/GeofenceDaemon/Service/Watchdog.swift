import NIOCore
import SystemServices
import Systemd

/// Reports to systemd that the daemon works, as long as all of it does.
///
/// The loop itself carries receivers, engine and clients: if this runs, they run. The store has a
/// thread of its own and shows its progress.
@Loop
final class Watchdog {
    /// Seconds a single commit may take on a bad card before the store counts as hung.
    private static let storePatience_s = 300.0

    private let notifier: Notifier
    private let storeSilence_s: @Loop () -> Double
    private var task: RepeatedTask?

    /// A watchdog that asks how long ago the store last showed progress, in seconds awake.
    init(_ notifier: Notifier, storeSilence_s: @escaping @Loop () -> Double) {
        self.notifier = notifier
        self.storeSilence_s = storeSilence_s
    }

    /// Begins, if systemd watches.
    func start() {
        guard let limit_s = ServiceEnvironment.watchdogSeconds() else { return }
        let period = TimeAmount.nanoseconds(Int64(limit_s / 3 * 1e9))
        task = Loop.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: period) { _ in
            Loop.assume { self.ping() }
        }
    }

    /// Ends.
    func stop() {
        task?.cancel()
    }

    private func ping() {
        if storeSilence_s() < Self.storePatience_s { notifier.tell(.watchdog) }
    }
}
