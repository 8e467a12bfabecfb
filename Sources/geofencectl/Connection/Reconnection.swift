internal import ControlProtocol

/// One connection after another, for what is to go on when the daemon restarts.
struct Reconnection {
    /// Where the daemon is.
    let connection: ConnectionOptions
    /// When what is done ends by itself.
    let deadline: Deadline
    /// Whether a lost connection is made again.
    let isWanted: Bool

    /// Does something over a connection, and again over the next one where that is lost, hangs or
    /// does not come about: nil when the deadline came before the daemon was there. Throws when it
    /// refuses, or is not there and no other connection is wanted.
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
