import ControlProtocol
import NIOCore

extension ClientConnection {
    private static let idleness = TimeAmount.seconds(Int64(Limits.idle_s))

    /// Whether the client waits for no answer and follows no events, fixes or raw text.
    var isIdle: Bool {
        requests.isEmpty && requests.underway == 0 && !isBusy && stream.subscription == nil
            && rawSource == nil && fixes == nil
    }

    /// Starts the timer that closes the connection of an idle client after `Limits.idle_s`, because
    /// another client may need its place.
    func watchIdleness() {
        idleTimer = Loop.after(max(lastUse + Self.idleness - .now(), .nanoseconds(0))) {
            // After a suspension of the machine, the timer may fire before the pending bytes are read.
            self.idleTimer = Loop.after(.milliseconds(100)) { self.endIfIdle() }
        }
    }

    private func endIfIdle() {
        guard !isFinished else { return }
        if !isIdle { lastUse = .now() }
        guard NIODeadline.now() - lastUse >= Self.idleness else { return watchIdleness() }
        let seconds = Int64(Limits.idle_s)
        refuse(
            Failure(
                .timeout, "There was no request for \(seconds) s, and nothing is followed.",
                hint: "Connect again for the next request; this connection is closed."),
            id: .null)
        _ = finish()
    }
}
