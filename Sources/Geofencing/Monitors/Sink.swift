import Chronology

/// Where a judgement puts what follows from it: events, timers, saved state.
struct Sink {
    var outbox = Effects()
    var timers = TimerHeap()
    /// The instant of the judgement.
    var now: BootInstant
    /// The last accepted fix of the feed that is judged, with how long it is believed.
    var lastFix: AcceptedFix?
    /// What its source reports of it beside that.
    var details: FixDetails?
    /// Whether that is one of an earlier run.
    var isResumed = false
    var staleLimit_s = StaleLimit.least_s
    /// The speed in metres per second beyond which no pass is inferred.
    var maxSpeed_mps = Double.infinity
    /// The number of the last fix among the accepted ones.
    var fixNumber = 0
    /// Who has told or saved anything last: it is hardly ever another one. Nobody, where fences have
    /// changed: so those of before are let go.
    var watch: Watch?
    /// Whether only fences are evaluated that a fix can change.
    var isSkipping = true
    /// How many possible passes the present fix has given under the present monitor.
    var possiblePasses = 0

    /// The instant of the judgement on the time scale of the feed, if that is known.
    var feedTime: UTCInstant? {
        guard let lastFix, let time = lastFix.update.time else { return nil }
        return time.advanced(by_ns: now.nanoseconds - lastFix.boot.nanoseconds)
    }

    /// The same, for what opens, closes and expires: none until the first fix after a restart, by which
    /// what an earlier run knew goes on or ends.
    var clockTime: UTCInstant? { isResumed ? nil : feedTime }

    /// The place of what the monitor tells now has in common, among the occasions of the outbox.
    mutating func occasion(
        of monitor: MonitorLabel, _ index: Int, in catalog: FenceCatalog
    ) -> Int {
        guard let watch, watch.isOf(monitor, index, over: catalog) else {
            let watch = Watch(monitor, index, over: catalog)
            self.watch = watch
            return addOccasion(of: watch)
        }
        return outbox.occasion(of: watch, fixNumber: fixNumber) ?? addOccasion(of: watch)
    }

    private mutating func addOccasion(of watch: Watch) -> Int {
        outbox.add(
            Occasion(
                of: watch, by: lastFix?.update, fixNumber: fixNumber, now: now,
                decidedAt: feedTime, details: details))
    }

    /// After a jump over a town every fence on the way may have been crossed; the first few tell
    /// enough.
    static let possiblePassLimit = 8
}
