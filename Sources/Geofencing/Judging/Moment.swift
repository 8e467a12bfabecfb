import Chronology

/// The instant of a judgement on the clocks that judging uses.
struct Moment: Sendable, Hashable {
    /// For windows and timers.
    var boot: BootInstant
    /// For confirmation.
    var feed: FeedInstant
    /// Whether the fix is suspect: it needs a second one that agrees.
    var isSuspect = false
}
