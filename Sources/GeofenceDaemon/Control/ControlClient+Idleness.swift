import ControlProtocol
import NIOCore

extension ControlClient {
    private static let idleness = TimeAmount.seconds(Int64(Limits.idle_s))

    /// Whether the client waits for no answer and follows nothing.
    var isIdle: Bool {
        requests.isEmpty && requests.unanswered == 0 && !isBusy && stream.subscription == nil
            && rawSource == nil && fixes == nil
    }

    /// Ends the connection of a client that has been idle for so long, with the reason: another client may
    /// need its place.
    func watchIdleness() {
        idleTimer = Loop.after(max(lastUse + Self.idleness - .now(), .nanoseconds(0))) {
            guard !self.isFinished else { return }
            if !self.isIdle { self.lastUse = .now() }
            guard NIODeadline.now() - self.lastUse >= Self.idleness else {
                return self.watchIdleness()
            }
            let seconds = Int64(Limits.idle_s)
            self.fail(
                Failure(
                    .timeout, "There was no request for \(seconds) s, and nothing is followed.",
                    hint: "Connect again for the next request; this connection is closed."),
                id: .null)
            _ = self.finish()
        }
    }
}
