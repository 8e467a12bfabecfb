import Chronology

/// A fix that passed the checks of its source.
struct AcceptedFix: Sendable, Hashable {
    var update: LocationUpdate
    /// The instant at which the fix came in.
    var boot: BootInstant
    /// The instant of measurement on the clock of the source.
    var feed: FeedInstant
}
