public import Chronology

/// The last accepted fix of a source.
public struct LastAccepted: Sendable, Hashable {
    /// The fix, as it was evaluated.
    public var update: LocationUpdate
    /// Seconds since it came in.
    public var age_s: Double
    /// Whether the source has become stale since.
    public var isStale: Bool
}

extension Engine {
    /// The last fix of a source that was accepted in this run; nil without one, and for an unknown source.
    public func lastAccepted(of source: String, now: BootInstant) -> LastAccepted? {
        guard let feed = feed(named: source), !feeds[feed].isLastRestored,
            let last = feeds[feed].last
        else { return nil }
        return LastAccepted(
            update: last.update, age_s: now.seconds(since: last.boot), isStale: feeds[feed].isStale)
    }

    /// Why the newest fix of a source was refused; nil when it was accepted, without one, and for an unknown
    /// source.
    public func newestRefusal(of source: String) -> FixRefusal? {
        feed(named: source).flatMap { feeds[$0].newestRefusal }
    }

    /// The latest time of a fix of any source, accepted or refused; nil without one.
    public var latestFixTime: UTCInstant? {
        feeds.flatMap { [$0.latest?.time, $0.refusals.last?.time] }.compactMap(\.self).max()
    }
}

extension SourceState {
    /// Why the newest fix was refused; nil when it was accepted, and without one.
    var newestRefusal: FixRefusal? {
        guard let refused = refusals.last else { return nil }
        guard !isLastRestored, let last else { return refused.reason }
        return refused.boot > last.boot ? refused.reason : nil
    }
}
