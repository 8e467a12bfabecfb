internal import ControlProtocol

/// One connection after another, for a command that continues when the daemon restarts.
struct Reconnection {
    /// Where the daemon is.
    let connection: ConnectionOptions
    /// When the command ends.
    let deadline: Deadline
    /// Whether a lost connection is made again.
    let isWanted: Bool

    /// Performs `body` with a connection, and again with the next one when a connection is lost,
    /// hangs or fails: nil when the deadline passed before the daemon answered. Throws when the
    /// daemon refuses, or is not reachable and no further connection is wanted.
    func run<Outcome>(
        _ body: (_ client: Client, _ isAgain: Bool) throws -> Outcome
    ) throws -> Outcome? {
        var hasBegun = false
        var lastComplaint: String?
        var pause_s = Self.retry_s
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
                // After a loss it is no news that the daemon is not back yet.
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
                pause_s = isHammering ? min(2 * pause_s, Self.rest_s) : Self.retry_s
                Clock.pause(until: .after(seconds: pause_s).earlier(than: deadline))
            }
        }
    }

    /// Seconds between two tries: a restart takes about two.
    private static let retry_s = 0.5
    /// Seconds that they come to where each try may start a daemon in vain.
    private static let rest_s = 60.0
}
