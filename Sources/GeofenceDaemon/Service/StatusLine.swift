import NIOCore
import SystemServices

/// Keeps the line that `systemctl status` shows: sent when it has changed, not more often than
/// once a second.
@Loop
final class StatusLine {
    /// Nobody reads faster, and systemd passes every one on.
    private static let pause = TimeAmount.seconds(1)

    private let notifier: Notifier
    private let compose: @Loop () -> String
    private var shown = ""
    private var pending: LoopTimer?

    /// A line that `compose` writes.
    init(_ notifier: Notifier, _ compose: @escaping @Loop () -> String) {
        self.notifier = notifier
        self.compose = compose
    }

    /// Something in the line may have changed.
    func touch() {
        guard pending == nil else { return }
        pending = Loop.after(Self.pause) { self.show() }
    }

    /// Sends the line now if it has changed.
    func show() {
        pending?.cancel()
        pending = nil
        let line = compose()
        guard line != shown else { return }
        shown = line
        notifier.tell(.status(line))
    }
}
