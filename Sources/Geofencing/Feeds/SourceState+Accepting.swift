import Chronology
import Geodesy

extension SourceState {
    /// What became of a fix.
    enum Acceptance: Sendable, Hashable {
        /// It changes nothing.
        case refused(FixRefusal)
        /// It is to be judged.
        case accepted
        /// It is to be judged, and receiver time begins anew with it.
        case timeReset
    }

    /// Checks the fix of a step of which nothing else is known yet, and works out the rest. In
    /// place, since a step is large.
    mutating func accept(_ step: inout Step) -> Acceptance {
        let update = step.fix.update
        if update.isLastKnown { return .refused(.lastKnown) }
        if update.isImpossible { return .refused(.impossible) }
        guard let last else {
            take(&step)
            return .accepted
        }
        switch TimeOrder(of: update, after: last, elapsed_s: elapsed_s(until: step.fix.boot)) {
        case .newer(let seconds):
            timeBreak = nil
            return acceptNewer(&step, after: last, seconds: seconds)
        case .same:
            return acceptSame(&step, as: last)
        case .outOfLine:
            return acceptOutOfLine(&step, after: last)
        }
    }

    /// Takes the fix of a step that goes on in the ordinary way and is to be judged, and works out the
    /// rest; false without a fix before.
    mutating func accept(_ step: inout Step, after displacement: Displacement) -> Bool {
        guard let last else { return false }
        step.before = last
        step.fix.feed = last.feed.advanced(by_ns: displacement.interval_ns)
        step.lengthBound_m = displacement.moved_m
        step.interval_s = Double(displacement.interval_ns) / 1e9
        step.isBeyondGap = displacement.isAfterGap
        take(&step)
        go(on: displacement, to: step.fix.update, at: step.fix.boot)
        return true
    }

    /// Takes note of a fix that is not to be judged; true when the source is suspected for that.
    /// A position that is old by its own account speaks for itself.
    mutating func refuse(
        _ update: LocationUpdate, at now: BootInstant, _ reason: FixRefusal
    ) -> Bool {
        health.refused[reason, default: 0] += 1
        refusals.add(update, at: now, reason)
        return reason != .lastKnown
            && suspicion.refused(at: now, judged: health.accepted, patience_s: staleLimit_s)
    }

    private mutating func acceptNewer(
        _ step: inout Step, after last: AcceptedFix, seconds: Double
    ) -> Acceptance {
        step.before = last
        step.fix.feed = last.feed.advanced(by_ns: Int64((seconds * 1e9).rounded()))
        step.lengthBound_m = distanceUpperBound(
            from: last.update.position, to: step.fix.update.position)
        step.interval_s = seconds
        step.isBeyondGap = seconds > settings.maxGap_s
        if isReachable(step.fix, from: last, seconds: seconds, bound_m: step.lengthBound_m) {
            step.isSuspect = isSuspect(step)
            if step.isSuspect { health.suspect += 1 }
        } else {
            guard isBelieved(step.fix) else { return .refused(.tooFast) }
            step.isJump = true
        }
        take(&step)
        return .accepted
    }

    /// A fix of the same instant takes the place of the one before, if it is a better one.
    private mutating func acceptSame(
        _ step: inout Step, as last: AcceptedFix
    ) -> Acceptance {
        let (update, boot) = (step.fix.update, step.fix.boot)
        let isBetter =
            (update.usableAccuracy_m ?? .infinity) < (last.update.usableAccuracy_m ?? .infinity)
        guard isBetter, update.position != last.update.position,
            let judged = ring.finding(at: nil, of: health.accepted)?.step, judged.fix == last
        else { return .refused(.duplicate) }
        step = judged
        step.fix = AcceptedFix(update: update, boot: boot, feed: last.feed)
        step.replaced = last
        if let before = step.before {
            step.lengthBound_m = distanceUpperBound(
                from: before.update.position, to: update.position)
            guard
                isReachable(
                    step.fix, from: before, seconds: step.interval_s, bound_m: step.lengthBound_m)
            else { return .refused(.tooFast) }
        }
        // Those who looked at the worse fix have come from there.
        safeDistance.odometer_m += distanceUpperBound(
            from: last.update.position, to: update.position)
        take(&step)
        return .accepted
    }

    private mutating func acceptOutOfLine(
        _ step: inout Step, after last: AcceptedFix
    ) -> Acceptance {
        var run = timeBreak ?? TimeBreak()
        guard let time = step.fix.update.time,
            beginsTimeBase || !settings.checksTimeOrder || run.take(time)
        else {
            timeBreak = run
            return .refused(.outOfLine)
        }
        timeBreak = nil
        health.timeResets += 1
        let elapsed = max(0, step.fix.boot.nanoseconds - last.boot.nanoseconds)
        step.fix.feed = last.feed.advanced(by_ns: elapsed)
        step.resetAfter = last.boot
        take(&step)
        return .timeReset
    }

    /// The step becomes the last one.
    private mutating func take(_ step: inout Step) {
        step.staleLimit_s = staleLimit_s
        if isStale { step.lostFor_s = elapsed_s(until: step.fix.boot) ?? step.interval_s }
        safeDistance.odometer_m += step.lengthBound_m
        step.odometer_m = safeDistance.odometer_m
        take(step.fix, as: FixRing.Manner(step))
    }

    /// Whether the receiver can have come from `start` in that time.
    private func isReachable(
        _ fix: AcceptedFix, from start: AcceptedFix, seconds: Double, bound_m: Double
    ) -> Bool {
        guard seconds > 0 else { return true }
        let limit =
            (settings.maxSpeed_mps ?? .infinity) * seconds + (fix.update.usableAccuracy_m ?? 0)
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
    @inline(__always)
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
