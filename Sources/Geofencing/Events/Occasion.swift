import Chronology

/// A monitor at an instant: what all that it tells and has saved then have in common.
struct Occasion: Sendable {
    let watch: Watch
    /// The last fix, and its number among the accepted ones.
    let update: LocationUpdate?
    let fixNumber: Int
    /// The instant of the decision, and the same on the time scale of the feed.
    let now: BootInstant
    private(set) var decidedAt: UTCInstant?

    init(
        of watch: Watch, by update: LocationUpdate?, fixNumber: Int, now: BootInstant,
        decidedAt: UTCInstant?
    ) {
        self.watch = watch
        self.update = update
        self.fixNumber = fixNumber
        self.now = now
        self.decidedAt = decidedAt
    }
}
