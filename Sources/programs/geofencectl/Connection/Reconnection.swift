internal import ControlProtocol
internal import SystemServices

/// A sequence of connections, for a command that continues when the daemon restarts.
struct Reconnection {
    /// The address of the daemon and the timeout.
    let connection: ConnectionOptions
    /// The time at which the command ends.
    let deadline: Deadline
    /// Whether the command connects again after a loss.
    let isWanted: Bool

    /// Performs `body` with a connection, and again with a new one when a connection is lost,
    /// hangs or fails. Returns nil when the deadline passed before the daemon responded. Throws
    /// when the daemon refuses, or is not reachable and `isWanted` is false.
    func run<Outcome>(
        _ body: (_ client: Client, _ isAgain: Bool) throws -> Outcome
    ) throws -> Outcome? {
        var hasBegun = false
        var lastComplaint: String?
        var rest = Self.rest
        while true {
            var isConnected = false
            do {
                let client = try connection.connect()
                isConnected = true
                defer { hasBegun = true }
                return try body(client, hasBegun)
            } catch let failure as CommandFailure
                where isWanted && (failure.mayPass || failure.status == .timedOut)
            {
                if deadline.isOver {
                    guard hasBegun else { throw failure }
                    return nil
                }
                // After a loss, only the first failure to connect is reported.
                if isConnected || !hasBegun {
                    let words =
                        isConnected && failure.status == .unreachable
                        ? "the daemon went away; waiting for it."
                        : "\(failure.message) Waiting for it."
                    if words != lastComplaint { Console.complain("geofencectl: \(words)\n") }
                    lastComplaint = words
                }
                let isHammering =
                    failure.isClosedUnheard || failure.kind == FailureKind.busy.rawValue
                if !isHammering { rest.reset() }
                let pause_s = isHammering ? rest.next(1) : Self.retry_s
                Deadline.after(seconds: pause_s).earlier(than: deadline).pause()
            }
        }
    }

    /// Seconds between two tries: a restart takes about two seconds.
    private static let retry_s = 0.5
    /// The pauses between tries that may each start a daemon in vain.
    private static let rest = Backoff(first_s: 1, longest_s: 60)
}
