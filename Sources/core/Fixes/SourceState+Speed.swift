import Geodesy

/// The checks of the speed of a segment: whether the receiver can have moved there, and whether the
/// reported speeds allow it.
extension SourceState {
    /// Checks the speed of a segment: marks it as suspect when the reported speeds do not allow it,
    /// and as a jump when enough fixes have confirmed a displacement beyond `max_speed_mps`. Returns
    /// false when the fix is refused because they have not.
    ///
    /// An ordinary segment is within `max_speed_mps`, and no faster than the lower of both reported
    /// speeds and the margin.
    mutating func acceptSpeed(of segment: inout Segment, after before: AcceptedFix) -> Bool {
        let (bound_m, seconds) = (segment.lengthBound_m, segment.interval_s)
        let least_mps = min(segment.fix.update.speed_mps ?? 0, before.update.speed_mps ?? 0)
        let margin_mps = settings.dopplerMargin_mps ?? .infinity
        let limit_mps = settings.maxSpeed_mps ?? .infinity
        guard bound_m <= min(limit_mps, least_mps + margin_mps) * seconds else {
            return acceptUnusualSpeed(of: &segment, after: before)
        }
        speeds.add(isSuspect: false, accepted: health.accepted + 1)
        return true
    }

    private mutating func acceptUnusualSpeed(
        of segment: inout Segment, after before: AcceptedFix
    ) -> Bool {
        guard isReachable(segment, from: before) else {
            guard let speed_mps = speedOfBelievedJump(to: segment.fix, from: before) else {
                return false
            }
            segment.isJump = true
            addSpeed(isSuspect: false, speed_mps)
            return true
        }
        // When the speeds of the source contradict every segment, they are not evidence about this
        // one.
        let isRuledOut = isSpeedUnusable
        let isSuspect = isSuspect(segment, after: before)
        addSpeed(
            isSuspect: isSuspect,
            segment.interval_s > 0 ? segment.lengthBound_m / segment.interval_s : 0)
        segment.isSuspect = isSuspect && !isRuledOut
        if segment.isSuspect {
            health.suspect += 1
            addFailure(of: .speedGate, at: segment.fix.boot)
        }
        return true
    }

    /// Whether the receiver can have moved from `start` to the fix of a segment in its time.
    func isReachable(_ segment: Segment, from start: AcceptedFix) -> Bool {
        let (bound_m, seconds) = (segment.lengthBound_m, segment.interval_s)
        let fix = segment.fix
        guard seconds > 0, let speed_mps = speedLimit_mps(fix, from: start) else { return true }
        let limit_m =
            speed_mps * seconds + (fix.update.usableAccuracy_m ?? 0)
            + (start.update.usableAccuracy_m ?? 0)
        return bound_m <= limit_m
            || start.update.position.distance(to: fix.update.position) <= limit_m
    }

    /// Whether the segment is longer than the reported speeds allow, beyond accuracy and margin.
    private func isSuspect(_ segment: Segment, after before: AcceptedFix) -> Bool {
        guard let margin_mps = settings.dopplerMargin_mps else { return false }
        let fix = segment.fix
        let (speed_mps, speedBefore_mps) = (fix.update.speed_mps, before.update.speed_mps)
        let (bound_m, seconds) = (segment.lengthBound_m, segment.interval_s)
        guard seconds > 0, settings.origin != .simulated,
            let way_m = SpeedGate.longestSegment_m(
                from: speedBefore_mps, to: speed_mps, in: seconds,
                acceleration: settings.maxAcceleration_mps2)
        else { return false }
        let possible_m =
            speedLimit_mps(fix, from: before).map { min(way_m, $0 * seconds) } ?? way_m
        let limit_m =
            possible_m + margin_mps * seconds + (fix.update.usableAccuracy_m ?? 0)
            + (before.update.usableAccuracy_m ?? 0)
        return bound_m > limit_m
            && before.update.position.distance(to: fix.update.position) > limit_m
    }

    /// Returns the highest speed of a segment in metres per second; nil for no limit.
    private func speedLimit_mps(_ fix: AcceptedFix, from start: AcceptedFix) -> Double? {
        guard settings.origin != .simulated, let limit_mps = settings.maxSpeed_mps else {
            return nil
        }
        let reported_mps = max(start.update.speed_mps ?? 0, fix.update.speed_mps ?? 0)
        return max(
            limit_mps,
            Self.speedMargin * max(reported_mps, speeds.fastSpeed_mps(after: health.accepted) ?? 0))
    }

    /// The factor by which a segment may be faster than the reported or recently observed speed.
    private static let speedMargin = 1.2

    /// Records the speed of an accepted segment.
    private mutating func addSpeed(isSuspect: Bool, _ speed_mps: Double) {
        speeds.add(isSuspect: isSuspect, accepted: health.accepted + 1)
        if let limit_mps = settings.maxSpeed_mps, speed_mps > limit_mps {
            speeds.addFast(speed_mps, accepted: health.accepted + 1)
        }
    }

    /// Returns the speed in metres per second after a jump that is accepted with this fix; nil
    /// while the jump is not accepted.
    private mutating func speedOfBelievedJump(
        to fix: AcceptedFix, from last: AcceptedFix
    ) -> Double? {
        guard var run = quarantine else {
            quarantine = Quarantine(fix)
            return nil
        }
        let before = run.last
        var way = Segment(before: before, fix: fix)
        way.interval_s = fix.feed.seconds(since: before.feed)
        way.lengthBound_m = distanceUpperBound(
            from: before.update.position, to: fix.update.position)
        run.add(fix, isReachable: isReachable(way, from: before))
        quarantine = run
        let distance_m = last.update.position.distance(to: fix.update.position)
        guard
            run.isBelieved(
                distance_m: distance_m, maxSpeed_mps: settings.maxSpeed_mps ?? .infinity)
        else { return nil }
        return run.speed_mps ?? 0
    }
}
