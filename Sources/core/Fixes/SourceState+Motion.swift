import Geodesy

/// Limits for the movement of the receiver.
extension SourceState {
    /// Records the speed of an accepted step.
    mutating func noteSpeed(isSuspect: Bool, _ speed_mps: Double) {
        speeds.note(
            isSuspect: isSuspect, speed_mps: speed_mps, limit_mps: settings.maxSpeed_mps,
            accepted: health.accepted + 1)
    }

    /// Returns the highest speed of a step in metres per second; nil for no limit.
    private func speedLimit_mps(_ fix: AcceptedFix, from start: AcceptedFix) -> Double? {
        guard settings.origin != .simulated, let limit_mps = settings.maxSpeed_mps else {
            return nil
        }
        let reported_mps = max(start.update.speed_mps ?? 0, fix.update.speed_mps ?? 0)
        return max(
            limit_mps,
            Self.speedMargin * max(reported_mps, speeds.fastSpeed_mps(after: health.accepted) ?? 0))
    }

    /// The factor by which a step may be faster than the reported or recently observed speed.
    private static let speedMargin = 1.2

    /// Whether the receiver can have moved there from `start` in that time.
    func isReachable(
        _ fix: AcceptedFix, from start: AcceptedFix, seconds: Double, bound_m: Double
    ) -> Bool {
        guard seconds > 0, let speed_mps = speedLimit_mps(fix, from: start) else { return true }
        let limit =
            speed_mps * seconds + (fix.update.usableAccuracy_m ?? 0)
            + (start.update.usableAccuracy_m ?? 0)
        return bound_m <= limit
            || start.update.position.distance(to: fix.update.position) <= limit
    }

    /// Returns the speed in metres per second after a jump that is accepted with this fix; nil
    /// while the jump is not accepted.
    mutating func speedOfBelievedJump(
        to fix: AcceptedFix, from last: AcceptedFix
    ) -> Double? {
        guard var run = quarantine else {
            quarantine = Quarantine(fix)
            return nil
        }
        let before = run.last
        run.take(
            fix,
            isReachable: isReachable(
                fix, from: before, seconds: fix.feed.seconds(since: before.feed),
                bound_m: distanceUpperBound(
                    from: before.update.position, to: fix.update.position)))
        quarantine = run
        let distance_m = last.update.position.distance(to: fix.update.position)
        guard
            run.isBelieved(
                distance_m: distance_m, maxSpeed_mps: settings.maxSpeed_mps ?? .infinity)
        else { return nil }
        return run.speed_mps ?? 0
    }

    /// Whether the step is longer than the reported speeds allow, beyond accuracy and margin.
    func isSuspect(_ step: Step) -> Bool {
        guard let margin = settings.dopplerMargin_mps, let before = step.before,
            step.interval_s > 0, settings.origin != .simulated,
            let way_m = SpeedGate.longestSegment_m(
                from: before.update.speed_mps, to: step.fix.update.speed_mps,
                in: step.interval_s, acceleration: settings.maxAcceleration_mps2)
        else { return false }
        let possible_m =
            speedLimit_mps(step.fix, from: before).map { min(way_m, $0 * step.interval_s) } ?? way_m
        let limit =
            possible_m + margin * step.interval_s + (step.fix.update.usableAccuracy_m ?? 0)
            + (before.update.usableAccuracy_m ?? 0)
        return step.lengthBound_m > limit
            && before.update.position.distance(to: step.fix.update.position) > limit
    }
}
