import Chronology

/// The context that all events and saved states of one monitor at one instant share.
struct EventContext: Sendable {
    let watch: Watch
    /// The last fix, and its number among the accepted fixes.
    let update: LocationUpdate?
    let fixNumber: Int
    /// The instant of the decision, on the boot clock and on the time scale of the source.
    let now: BootInstant
    private(set) var decidedAt: UTCInstant?
    /// Further data of the source about the fix.
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
