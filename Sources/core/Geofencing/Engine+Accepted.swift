public import Chronology
public import Fixes

/// The last accepted fix of a source.
public struct LastAccepted: Sendable, Hashable {
    /// The fix, as it was evaluated.
    public var update: LocationUpdate
    /// The seconds since the fix arrived.
    public var age_s: Double
    /// Whether the source has become stale since the fix arrived.
    public var isStale: Bool
}

extension Engine {
    /// Returns the last fix of a source that was accepted in this run. Nil when this run has
    /// accepted none, and for an unknown source.
    public func lastAccepted(of source: String, now: BootInstant) -> LastAccepted? {
        guard let feed = feed(named: source), !feeds[feed].isLastRestored,
            let last = feeds[feed].last
        else { return nil }
        return LastAccepted(
            update: last.update, age_s: now.seconds(since: last.boot), isStale: feeds[feed].isStale)
    }

    /// Returns the reason why the newest fix of a source was refused. Nil when that fix was
    /// accepted, when there is no fix, and for an unknown source.
    public func newestRefusal(of source: String) -> FixRefusal? {
        feed(named: source).flatMap { feeds[$0].newestRefusal }
    }

    /// The latest time of the fixes of all sources, accepted or refused; nil when no fix has a
    /// time.
    public var latestFixTime: UTCInstant? {
        feeds.flatMap { [$0.latest?.time, $0.refusals.last?.time] }.compactMap(\.self).max()
    }
}
