import Chronology
import Geodesy

/// One source as the engine sees it: which of its fixes are to be believed, and whether it is
/// alive.
struct Feed: Sendable {
    let name: String
    var settings: FeedSettings
    /// Whether the source said that it delivers; nil while it has said nothing.
    var isRunning: Bool?
    /// Fixes that wait for late ones.
    var reorder = ReorderBuffer()
    private(set) var last: AcceptedFix?
    private(set) var isStale = false
    /// Whether the last fix is one of an earlier run.
    private(set) var isResumed = false
    private(set) var health = FeedHealth()

    /// The fixes of the last minutes.
    private(set) var ring = FixRing()
    /// What was refused meanwhile.
    var refusals = RefusalRing()
    private var lastStep: Step?
    private var interval = MedianInterval()
    private var quarantine: Quarantine?
    private var timeBreak: TimeBreak?

    /// Seconds that a state lasts without fixes where no interval is known, and at the least.
    static let leastStale_s = 10.0
    /// A receiver that misses this many fixes in a row has lost its place.
    static let staleIntervals = 5.0

    init(name: String, settings: FeedSettings) {
        self.name = name
        self.settings = settings
    }

    /// What became of a fix.
    enum Acceptance: Sendable, Hashable {
        /// It changes nothing.
        case refused(FixRefusal)
        /// It is to be judged.
        case step(Step)
        /// It is to be judged, and receiver time begins anew with it.
        case timeReset(Step)
    }

    /// Seconds without an accepted fix after which the feed is stale.
    var staleLimit_s: Double {
        settings.stale_s
            ?? max(Self.leastStale_s, Self.staleIntervals * (interval.seconds ?? 0))
    }

    /// When the feed becomes stale; nil before the first fix and while it is stale.
    ///
    /// A fix that comes exactly at the limit is still in time: the deadline lies just beyond.
    var staleDeadline: BootInstant? {
        guard let last, !isStale else { return nil }
        let limit = last.boot.advanced(bySeconds: staleLimit_s)
        return BootInstant(nanoseconds: limit.nanoseconds + 1)
    }

    /// When something is due: the feed becomes stale, or a fix has waited for late ones.
    var deadline: BootInstant? {
        guard let release = reorder.deadline else { return staleDeadline }
        return staleDeadline.map { min($0, release) } ?? release
    }

    /// The feed has been silent for too long.
    mutating func becomeStale() {
        isStale = true
    }

    /// Whether the last fix may still be believed.
    var isLive: Bool { last != nil && !isStale }

    /// Takes up the last fix of an earlier run, as a feed that has been lost since.
    mutating func resume(from fix: AcceptedFix) {
        last = fix
        isStale = true
        isResumed = true
    }

    /// The first fix after a restart has been seen, or nothing of the earlier run is to be used.
    mutating func endResumption() {
        isResumed = false
    }

    /// Checks a fix.
    mutating func accept(_ update: LocationUpdate, at boot: BootInstant) -> Acceptance {
        if update.isLastKnown {
            health.lastKnown += 1
            return .refused(.lastKnown)
        }
        if update.isImpossible {
            health.impossible += 1
            return .refused(.impossible)
        }
        guard let last else {
            let fix = AcceptedFix(update: update, boot: boot, feed: FeedInstant(nanoseconds: 0))
            return .step(take(Step(before: nil, fix: fix)))
        }
        switch TimeOrder(of: update, at: boot, after: last) {
        case .newer(let seconds):
            timeBreak = nil
            return acceptNewer(update, at: boot, after: last, seconds: seconds)
        case .same:
            return acceptSame(update, at: boot, as: last)
        case .outOfLine:
            return acceptOutOfLine(update, at: boot, after: last)
        }
    }

    private mutating func acceptNewer(
        _ update: LocationUpdate, at boot: BootInstant, after last: AcceptedFix, seconds: Double
    ) -> Acceptance {
        let fix = AcceptedFix(
            update: update, boot: boot,
            feed: FeedInstant(nanoseconds: last.feed.nanoseconds + Int64((seconds * 1e9).rounded()))
        )
        var step = Step(before: last, fix: fix)
        step.lengthBound_m = distanceUpperBound(
            from: last.update.position, to: update.position)
        step.interval_s = seconds
        step.isBeyondGap = seconds > settings.maxGap_s
        guard isReachable(fix, from: last, seconds: seconds, bound_m: step.lengthBound_m) else {
            guard isBelieved(fix) else {
                health.quarantined += 1
                return .refused(.tooFast)
            }
            step.isJump = true
            return .step(take(step))
        }
        step.isSuspect = isSuspect(step)
        if step.isSuspect { health.suspect += 1 }
        return .step(take(step))
    }

    private mutating func acceptSame(
        _ update: LocationUpdate, at boot: BootInstant, as last: AcceptedFix
    ) -> Acceptance {
        let isBetter =
            (update.usableAccuracy_m ?? .infinity) < (last.update.usableAccuracy_m ?? .infinity)
        guard isBetter, update.position != last.update.position, var step = lastStep else {
            health.duplicates += 1
            return .refused(.duplicate)
        }
        step.fix = AcceptedFix(update: update, boot: boot, feed: last.feed)
        step.isReplacement = true
        if let before = step.before {
            step.lengthBound_m = distanceUpperBound(
                from: before.update.position, to: update.position)
            guard
                isReachable(
                    step.fix, from: before, seconds: step.interval_s, bound_m: step.lengthBound_m)
            else { return .refused(.tooFast) }
        }
        return .step(take(step))
    }

    private mutating func acceptOutOfLine(
        _ update: LocationUpdate, at boot: BootInstant, after last: AcceptedFix
    ) -> Acceptance {
        var run = timeBreak ?? TimeBreak()
        guard let time = update.time, run.take(time) else {
            timeBreak = run
            health.late += 1
            return .refused(.outOfLine)
        }
        timeBreak = nil
        health.timeResets += 1
        let elapsed = max(0, boot.nanoseconds - last.boot.nanoseconds)
        let fix = AcceptedFix(
            update: update, boot: boot,
            feed: FeedInstant(nanoseconds: last.feed.nanoseconds + elapsed))
        return .timeReset(take(Step(before: nil, fix: fix)))
    }

    /// The step becomes the last one.
    private mutating func take(_ step: Step) -> Step {
        var step = step
        step.staleLimit_s = staleLimit_s
        health.accepted += 1
        if let last, !step.isReplacement, step.fix.boot > last.boot {
            interval.add(step.fix.boot.seconds(since: last.boot))
        }
        if isStale, let last { step.lostFor_s = step.fix.boot.seconds(since: last.boot) }
        isStale = false
        quarantine = nil
        last = step.fix
        lastStep = step
        ring.add(step, number: health.accepted)
        return step
    }

    /// Whether the receiver can have come from `start` in that time.
    private func isReachable(
        _ fix: AcceptedFix, from start: AcceptedFix, seconds: Double, bound_m: Double
    ) -> Bool {
        guard seconds > 0 else { return true }
        let limit =
            settings.maxSpeed_mps * seconds + (fix.update.usableAccuracy_m ?? 0)
            + (start.update.usableAccuracy_m ?? 0)
        return bound_m <= limit
            || start.update.position.distance(to: fix.update.position) <= limit
    }

    private mutating func isBelieved(_ fix: AcceptedFix) -> Bool {
        guard var quarantine else {
            quarantine = Quarantine(fix)
            return false
        }
        let last = quarantine.last
        let agrees = isReachable(
            fix, from: last, seconds: fix.feed.seconds(since: last.feed),
            bound_m: distanceUpperBound(from: last.update.position, to: fix.update.position))
        let isBelieved = quarantine.take(fix, agrees: agrees)
        self.quarantine = quarantine
        return isBelieved
    }

    /// Whether the step is longer than the speed that the receiver reports allows, by more than
    /// accuracy and margin explain.
    private func isSuspect(_ step: Step) -> Bool {
        guard let margin = settings.dopplerMargin_mps, let before = step.before,
            let speed = step.fix.update.speed_mps, step.interval_s > 0
        else { return false }
        let limit =
            (speed + margin) * step.interval_s + (step.fix.update.usableAccuracy_m ?? 0)
            + (before.update.usableAccuracy_m ?? 0)
        return step.lengthBound_m > limit
            && before.update.position.distance(to: step.fix.update.position) > limit
    }
}
