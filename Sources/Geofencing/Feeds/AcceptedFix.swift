import Chronology

/// A fix that passed the checks of its feed.
struct AcceptedFix: Sendable, Hashable {
    var update: LocationUpdate
    /// When it came in.
    var boot: BootInstant
    /// When it was measured, on the feed's own clock.
    var feed: FeedInstant
}
