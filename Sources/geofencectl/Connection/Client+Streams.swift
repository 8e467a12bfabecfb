internal import ControlProtocol

extension Client {
    /// The next notification of a stream that the user limits by time; nil when the time is up.
    /// Throws when the daemon closed the connection.
    func nextNotification(
        until deadline: Deadline
    ) throws -> (kind: NotificationKind, line: [UInt8])? {
        do {
            guard let news = try nextNotification(deadline) else { throw closed() }
            return news
        } catch let failure as CommandFailure where failure.status == .timedOut {
            return nil
        }
    }
}
