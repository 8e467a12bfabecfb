import Geodesy

/// Consecutive fixes at one place, bit for bit, that all report that the device moves: a receiver or a
/// bridge that repeats its last position under new times.
struct FrozenCheck: Sendable {
    private static let fixes = 10
    private static let seconds = 60.0
    /// Metres per second that a receiver at rest may report.
    static let leastSpeed_mps = 2.0

    private var run: (since: FeedInstant, count: Int, accepted: Int)?
    /// Whether the position does not move although the speed says so.
    private(set) var isFrozen = false

    /// Takes the next fix; true when it is one of a frozen position.
    ///
    /// - Parameters:
    ///   - last: the last accepted fix, of which there were `accepted` so far.
    mutating func take(_ fix: AcceptedFix, after last: AcceptedFix, accepted: Int) -> Bool {
        guard fix.update.place == last.update.place, Self.moves(fix.update) else {
            run = nil
            isFrozen = false
            return false
        }
        // Fixes that moved may have been accepted since without being asked for here.
        var next = run ?? (fix.feed, 0, accepted)
        if run == nil || next.accepted != accepted {
            next = (Self.moves(last.update) ? last.feed : fix.feed, 1, accepted)
        }
        next.count += 1
        isFrozen = next.count >= Self.fixes && fix.feed.seconds(since: next.since) >= Self.seconds
        // It is accepted unless the position is frozen.
        next.accepted = isFrozen ? accepted : accepted + 1
        run = next
        return isFrozen
    }

    private static func moves(_ update: LocationUpdate) -> Bool {
        (update.speed_mps ?? 0) > leastSpeed_mps
    }
}
