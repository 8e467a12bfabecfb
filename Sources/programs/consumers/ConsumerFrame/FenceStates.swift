public import Consuming
public import ControlClient
public import ControlProtocol
internal import SystemServices

/// The states of fences as the daemon has them now, on a connection without a cursor: what happened while
/// the connection was lost is not repeated.
public final class FenceStates {
    /// What was sent to the daemon.
    public enum Step {
        /// Nothing.
        case none
        /// A subscription on a new connection.
        case connected
        /// A new subscription on the same connection.
        case subscribedAgain
    }

    /// Seconds before a new subscription after changes of more than one fence, so that a reload causes one.
    private static let settling_s = 1.0

    private let request: SubscribeRequest
    private let maximumAge_s: Double
    /// The connection to poll.
    public let link: DaemonConnection
    /// The states.
    public private(set) var board = FenceBoard()
    /// Since when no snapshot has come because the daemon does not answer; nil while it does.
    public private(set) var absent_s: Double? = Clocks.monotonic_s
    private var refresh_s: Double?
    private var nextOpen_s = 0.0
    private var delay: Backoff

    /// States that are not known yet.
    ///
    /// - Parameters:
    ///   - request: chooses the fences.
    ///   - maximumAge_s: after so many seconds a late event changes no state by itself.
    ///   - longestDelay_s: the longest time between two tries to connect.
    public init(
        socket: String, _ request: SubscribeRequest, maximumAge_s: Double, longestDelay_s: Double
    ) {
        var request = request
        request.snapshot = true
        self.request = request
        self.maximumAge_s = maximumAge_s
        link = DaemonConnection(path: socket)
        delay = Backoff(first_s: 0.5, longest_s: longestDelay_s)
    }

    /// Connects, or subscribes again, when it is time for that.
    @discardableResult
    public func connectIfDue(now: Double) -> Step {
        if !link.isOpen, now >= nextOpen_s {
            guard (try? link.open()) != nil else {
                fail()
                return .none
            }
            link.request(.eventsSubscribe, request)
            return .connected
        }
        if let due = refresh_s, now >= due, link.isOpen {
            refresh_s = nil
            link.notify(.eventsUnsubscribe, Nothing())
            link.request(.eventsSubscribe, request)
            return .subscribedAgain
        }
        return .none
    }

    /// Seconds until `connectIfDue` has something to do; nil where only the daemon can change that.
    public func due_s(now: Double) -> Double? {
        let due: Double? = link.isOpen ? refresh_s : nextOpen_s
        return due.map { max(0, $0 - now) }
    }

    /// Takes a notification. Returns whether a snapshot is complete with it.
    @discardableResult
    public func take(_ kind: NotificationKind, _ line: [UInt8], now: Double) -> Bool {
        switch kind {
        case .snapshot:
            guard let part = try? Wire.value(Notification<Snapshot>.self, from: line).params else {
                return false
            }
            delay.reset()
            board.take(part)
            if part.next == nil { absent_s = nil }
            return part.next == nil
        case .event:
            guard let taken = TakenEvent(line: line) else { return false }
            if taken.event.isPast(now_s: Clocks.utc_s, after: maximumAge_s) {
                // Many may come, one after the other: the state after the last of them counts.
                refresh_s = now + Self.settling_s
            } else if board.take(taken.event), refresh_s == nil {
                refresh_s = now + Self.settling_s
            }
        case .gap: refresh_s = now + Self.settling_s
        case .end: fail()
        case .hello, .test, .progress, .heartbeat, .fix, .raw: break
        }
        return false
    }

    /// The fences whose state has changed since the last call.
    public func takeChanged() -> Set<FenceBoard.Key> { board.takeChanged() }

    /// Closes the connection, to be made again later.
    public func fail() {
        let now = Clocks.monotonic_s
        link.close()
        // The next connection begins with a snapshot anyway.
        refresh_s = nil
        absent_s = absent_s ?? now
        nextOpen_s = now + delay.next()
    }
}
