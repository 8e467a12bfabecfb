public import Chronology

/// A fix that passed the checks of its source.
@usableFromInline
package struct AcceptedFix: Sendable, Hashable {
    /// The fix as it is evaluated.
    @usableFromInline package var update: LocationUpdate
    /// The instant at which the fix arrived.
    @usableFromInline package var boot: BootInstant
    /// The instant of measurement on the clock of the source.
    package var feed: FeedInstant

    /// Creates a fix that arrived at `boot`.
    package init(update: LocationUpdate, boot: BootInstant, feed: FeedInstant) {
        self.update = update
        self.boot = boot
        self.feed = feed
    }
}
