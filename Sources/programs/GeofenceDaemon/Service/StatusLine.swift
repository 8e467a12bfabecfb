import NIOCore
import SystemServices
import Systemd

/// Updates the line that `systemctl status` shows. Sends the line when it has changed, at most
/// once a second.
@Loop
final class StatusLine {
    /// The least interval: a user reads no faster, and systemd passes every line on.
    private static let pause = TimeAmount.seconds(1)

    /// Returns the present line.
    var compose: @Loop () -> String = { "" }

    private let notifier: Notifier
    private var shown = ""
    private var pending: LoopTimer?

    /// Creates an empty line.
    init(_ notifier: Notifier) {
        self.notifier = notifier
    }

    /// Notes that something in the line may have changed.
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
