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
    /// What the source reports of the fix beside it.
    let details: FixDetails?

    init(
        of watch: Watch, by update: LocationUpdate?, fixNumber: Int, now: BootInstant,
        decidedAt: UTCInstant?, details: FixDetails?
    ) {
        self.watch = watch
        self.update = update
        self.fixNumber = fixNumber
        self.now = now
        self.decidedAt = decidedAt
        self.details = details
    }
}
