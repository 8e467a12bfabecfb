internal import Consuming
internal import SystemServices

/// The pauses between connections to the broker. They grow from 1 s to 5 min while connections bring nothing.
struct ReconnectDelay {
    /// Seconds for which a connection must stand, with no event on its way, to count as good.
    static let standing_s = 60.0
    /// Seconds for which a connection must stand until another client with the same client id counts as gone: twice
    /// the longest pause of that client.
    static let takeover_s = 600.0

    private var cuts = Backoff(first_s: 1, longest_s: 300)
    private var takeovers = Backoff(first_s: 4, longest_s: 300)
    private var connected_s: Double?
    /// Whether another client has taken over the session lately.
    private(set) var isTakenOver = false
    /// How often in a row the connection ended, without a reason, while no message was on its way.
    private var idleEnds = 0
    /// How many such ends are no chance.
    private static let idleEndsMaximum = 3

    /// Whether another client with the same client id is likely: not every broker gives the reason.
    var isDisputed: Bool { isTakenOver || idleEnds >= Self.idleEndsMaximum }

    /// The broker has accepted a connection.
    mutating func connected(now: Double) { connected_s = now }

    /// An event was acknowledged, or conditions have changed: the next try is soon.
    mutating func reset() { cuts.reset() }

    /// Resets the pauses when the connection has stood long enough. Call it while the connection stands.
    ///
    /// - Parameter isIdle: whether no event is on its way. A connection over which an event never passes is not good.
    mutating func stands(isIdle: Bool, now: Double) {
        guard let connected_s else { return }
        if isIdle, now - connected_s >= Self.standing_s {
            cuts.reset()
            idleEnds = 0
        }
        if isTakenOver, now - connected_s >= Self.takeover_s {
            isTakenOver = false
            takeovers.reset()
        }
    }

    /// The connection has ended or failed. Returns the seconds before the next try.
    ///
    /// - Parameters:
    ///   - isIdle: whether no message was on its way.
    ///   - isTakenOver: whether another client with the same client id has taken over the session.
    ///   - share: a random number from 0 to 1.
    mutating func next(
        isIdle: Bool, isTakenOver: Bool, _ share: Double = .random(in: 0...1)
    ) -> Double {
        idleEnds = isIdle && connected_s != nil ? idleEnds + 1 : 0
        connected_s = nil
        guard isTakenOver else { return cuts.next(share) }
        self.isTakenOver = true
        return takeovers.next(share)
    }
}
