import Geodesy

/// Detects consecutive fixes with bit-identical positions that all report movement. A receiver or a
/// bridge then repeats its last position with new times.
struct FrozenCheck: Sendable {
    private static let fixes = 10
    private static let seconds = 60.0
    /// The speed in metres per second up to which a receiver may report movement while at rest.
    static let leastSpeed_mps = 2.0

    private var run: (since: FeedInstant, count: Int, accepted: Int)?
    /// Whether the position has not changed in at least 10 fixes and 60 s of more than 2 m/s.
    private(set) var isFrozen = false

    /// Checks the next fix; returns true when it belongs to a frozen position.
    ///
    /// - Parameters:
    ///   - last: the last accepted fix.
    ///   - accepted: the number of fixes accepted so far.
    mutating func take(_ fix: AcceptedFix, after last: AcceptedFix, accepted: Int) -> Bool {
        guard fix.update.place == last.update.place, Self.moves(fix.update) else {
            run = nil
            isFrozen = false
            return false
        }
        // Fixes with movement may have been accepted in between without this check.
        var next = run ?? (fix.feed, 0, accepted)
        if run == nil || next.accepted != accepted {
            next = (Self.moves(last.update) ? last.feed : fix.feed, 1, accepted)
        }
        next.count += 1
        isFrozen = next.count >= Self.fixes && fix.feed.seconds(since: next.since) >= Self.seconds
        // The fix is accepted unless the position is frozen.
        next.accepted = isFrozen ? accepted : accepted + 1
        run = next
        return isFrozen
    }

    private static func moves(_ update: LocationUpdate) -> Bool {
        (update.speed_mps ?? 0) > leastSpeed_mps
    }
}
