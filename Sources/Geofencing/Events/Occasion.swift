import Chronology

/// What all that a monitor tells and has saved at an instant has in common, in plain words.
struct Occasion: BitwiseCopyable, Sendable {
    /// The place of who watches among those who do.
    let watch: Int
    /// The last fix, and its number among the accepted ones.
    let update: LocationUpdate?
    let fixNumber: Int
    /// The instant of the decision, and the same on the time scale of the feed.
    let now: BootInstant
    @Untagged private(set) var decidedAt: UTCInstant?

    init(
        of watch: Int, by update: LocationUpdate?, fixNumber: Int, now: BootInstant,
        decidedAt: UTCInstant?
    ) {
        self.watch = watch
        self.update = update
        self.fixNumber = fixNumber
        self.now = now
        self.decidedAt = decidedAt
    }
}
