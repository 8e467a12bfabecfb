/// One connection after another, for what is to go on when the daemon restarts.
struct Reconnection {
    /// Where the daemon is.
    let connection: ConnectionOptions
    /// When what is done ends by itself.
    let deadline: Deadline
    /// Whether a lost connection is made again.
    let isWanted: Bool

    /// Does something over a connection, and again over the next one where that is lost: nil when the
    /// deadline came before the daemon was back. Throws when it refuses, or closes and no other
    /// connection is wanted.
    func run<Outcome>(
        _ body: (_ client: Client, _ isAgain: Bool) throws -> Outcome
    ) throws -> Outcome? {
        var client = try connection.connect()
        var told: String?
        while true {
            do {
                return try body(client, told != nil)
            } catch let failure as CommandFailure
                where failure.mayPass && isWanted && !deadline.isOver
            {
                let words =
                    failure.status == .unreachable
                    ? "the daemon went away; waiting for it." : "\(failure.message) Waiting for it."
                if words != told { Console.complain("geofencectl: \(words)\n") }
                if told != nil { Clock.pause(seconds: Self.retry_s) }
                told = words
                guard let next = try again() else { return nil }
                client = next
            }
        }
    }

    /// A new connection, tried until the deadline; nil when it came first.
    private func again() throws -> Client? {
        while !deadline.isOver {
            do {
                return try connection.connect()
            } catch let failure as CommandFailure
                where failure.status == .unreachable || failure.status == .timedOut
            {
                Clock.pause(seconds: Self.retry_s)
            }
        }
        return nil
    }

    /// Seconds between two tries: a restart takes about two.
    private static let retry_s = 0.5
}
