package import Chronology
import Geodesy

/// The one decision about a fix. The checks are called in the order of `SourceCheck`; each begins
/// with the comparisons by which an ordinary fix passes.
extension SourceState {
    /// The result of the checks for a fix.
    package enum Acceptance: Sendable, Hashable {
        /// The fix changes nothing.
        case refused(FixRefusal)
        /// `segment` is the segment to the fix.
        case accepted
        /// `segment` consists of the fix, and receiver time begins again with it.
        case timeReset
        /// The fix adds to the last fix only values that no fence needs.
        case completed
    }

    /// The acceptance of a fix, with what has to be done about it.
    package struct Arrival: Sendable, Hashable {
        package var acceptance: Acceptance
        /// Whether the fix is accepted and has no effect: no state can change, and nothing about the
        /// source has to be reported.
        package var isQuiet = false
        /// Whether the source was stale before the fix.
        package var wasStale = false
        /// Whether this is the first fix after a restart.
        package var endsResumption = false
        /// Whether the source becomes stale sooner after this fix than after the one before.
        package var isStaleSooner = false
    }

    /// Accepts or refuses a fix, and makes an accepted one the last one.
    ///
    /// - Parameter details: the other values that the source reports. When the fix completes the
    ///   one before, they are added to its details.
    package mutating func receive(
        _ update: LocationUpdate, _ details: FixDetails?, at boot: BootInstant
    ) -> Arrival {
        // These have to be reported, also with a fix that changes no state.
        let isQuiet =
            !isStale && !isResumed && !suspicion.isRaised && late.count == 0
            && settings.filter == nil
        let staleLimitBefore_s = staleLimit_s
        var arrival = Arrival(acceptance: .accepted, wasStale: isStale, endsResumption: isResumed)
        arrival.acceptance = accept(update, details, at: boot)
        arrival.isQuiet = isQuiet && arrival.acceptance == .accepted && canSkip
        arrival.isStaleSooner = staleLimit_s < staleLimitBefore_s
        return arrival
    }

    /// Checks a fix, and makes it the last one when it is accepted.
    ///
    /// The filter gets a fix that passed the checks of the fix alone, with its time corrected. It
    /// precedes every check against other fixes, so a fix that it refuses is no part of the track.
    mutating func accept(
        _ update: LocationUpdate, _ details: FixDetails?, at boot: BootInstant
    ) -> Acceptance {
        var fix = AcceptedFix(update: update, boot: boot, feed: FeedInstant(nanoseconds: 0))
        if update.isLastKnown { return .refused(.lastKnown) }
        if update.isImpossible { return .refused(.impossible) }
        if update.place.x == 0 || update.place.y == 0, isMissingCoordinate(update) {
            return .refused(.zeroCoordinate)
        }
        if !acceptDate(&fix) { return .refused(.badDate) }
        if settings.filter != nil, !passesFilter(fix, details) { return .refused(.filter) }
        guard let last else {
            finish(Segment(fix: fix), details)
            return .accepted
        }
        if beginsTimeBase, settings.origin != .live { return reset(fix, details, after: last) }
        // The time of an ordinary fix is later, by less than the clock of a receiver can be wrong.
        if let time = fix.update.time, let lastTime = last.update.time, lastTime < time {
            let seconds = time.seconds(since: lastTime)
            if seconds <= TimeOrder.farthestAhead_s {
                return acceptNewer(fix, details, after: last, seconds: seconds)
            }
        }
        switch timeOrder(of: fix, after: last) {
        case .newer(let seconds):
            return acceptNewer(fix, details, after: last, seconds: seconds)
        case .same: return acceptSame(fix, details, as: last)
        case .outOfLine: return acceptOutOfLine(fix, details, after: last)
        }
    }

    /// Whether exactly one coordinate is 0, far from the last fix. Some senders write 0 for a
    /// missing coordinate.
    private func isMissingCoordinate(_ update: LocationUpdate) -> Bool {
        let place = update.position
        guard settings.checksZeroCoordinates, settings.origin != .simulated,
            // At a pole every longitude denotes the same place.
            (place.latitude == 0) != (place.longitude == 0), abs(place.latitude) != 90, let last
        else { return false }
        let degrees = last.update.position.degrees(to: place)
        return max(abs(degrees.x), abs(degrees.y)) > Self.nearZero_deg
    }

    /// The distance in degrees from the last fix within which a coordinate may be 0, because the
    /// device crosses a meridian or the equator.
    private static let nearZero_deg = 0.1

    /// Checks the date of a fix against the wall clock and the build date. Replaces or removes the
    /// time of the fix when it is wrong; returns false when the fix is refused.
    private mutating func acceptDate(_ fix: inout AcceptedFix) -> Bool {
        guard settings.origin == .live, let time = fix.update.time else { return true }
        let boot_ns = fix.boot.nanoseconds
        let wall = wallOffset_ns.map { UTCInstant(nanoseconds: boot_ns &+ $0) }
        if settings.checksDates {
            let verdict = dates.verdict(
                time, at: fix.boot, wall: wall, built: buildDate,
                isJSON: fix.update.comesAsJSONLine)
            switch verdict {
            case .isTime: break
            case .isNoTime: fix.update.time = nil
            case .isWallTime: fix.update.time = wall
            case .isRefused: return false
            }
            if verdict != .isTime { addFailure(of: .date, at: fix.boot) }
        }
        guard settings.marksLateArrival, let wall, let time = fix.update.time else { return true }
        let late_s = wall.seconds(since: time)
        guard late_s > Self.onTime_s, late_s > staleLimit_s, dates.zoneOffset_s == nil else {
            return true
        }
        fix.update.arrivedLate = true
        addFailure(of: .lateArrival, at: fix.boot)
        return true
    }

    /// The seconds after its time within which a fix arrives on time.
    private static let onTime_s = 60.0

    /// Compares the time of a fix with that of the last one.
    private func timeOrder(of fix: AcceptedFix, after last: AcceptedFix) -> TimeOrder {
        let elapsed_s = elapsed_s(until: fix.boot)
        let sinceLatest_s =
            elapsed_s == nil ? nil : latest.map { fix.boot.seconds(since: $0.boot) }
        return TimeOrder(
            of: fix.update.time, after: latest?.time, isOfLast: last.update.time != nil,
            sinceLatest_s: sinceLatest_s.map { $0 * settings.pace }, sinceLast_s: elapsed_s)
    }

    /// Checks a fix with a later time: whether the position moves as the speed says, and whether
    /// the receiver can have come there.
    private mutating func acceptNewer(
        _ fix: AcceptedFix, _ details: FixDetails?, after last: AcceptedFix, seconds: Double
    ) -> Acceptance {
        timeReset = nil
        var segment = Segment(before: last, fix: fix)
        segment.fix.feed = last.feed.advanced(by_ns: Int64((seconds * 1e9).rounded()))
        segment.lengthBound_m = distanceUpperBound(
            from: last.update.position, to: fix.update.position)
        segment.interval_s = seconds
        segment.isBeyondGap = seconds > settings.maxGap_s
        if settings.checksFrozen,
            frozen.check(segment.fix, after: last, accepted: health.accepted)
        {
            return .refused(.frozen)
        }
        guard acceptSpeed(of: &segment, after: last) else { return .refused(.tooFast) }
        finish(segment, details)
        return .accepted
    }

    /// Uses a fix of the same instant to complete the one before, or to replace it when the new one
    /// is better. The completed fix is evaluated again when a fence needs a value that was missing.
    private mutating func acceptSame(
        _ fix: AcceptedFix, _ added: FixDetails?, as last: AcceptedFix
    ) -> Acceptance {
        let update = fix.update
        var details = added
        var whole = last.update.completed(by: update)
        if update.position == last.update.position {
            details = self.details?.completed(by: added) ?? added
            if whole == nil, details != self.details { whole = last.update }
        }
        let isBetter =
            (update.usableAccuracy_m ?? .infinity) < (last.update.usableAccuracy_m ?? .infinity)
        guard whole != nil || isBetter && update.position != last.update.position,
            var segment = ring.finding(at: nil, of: health.accepted)?.segment, segment.fix == last
        else { return .refused(.duplicate) }
        if let whole, !isEvaluated(whole, after: last.update) {
            complete(with: whole, details)
            return .completed
        }
        segment.fix = AcceptedFix(update: whole ?? update, boot: fix.boot, feed: last.feed)
        segment.replaced = last
        // The segment to the same place was checked before.
        if whole == nil, let before = segment.before {
            segment.lengthBound_m = distanceUpperBound(
                from: before.update.position, to: update.position)
            guard isReachable(segment, from: before) else { return .refused(.tooFast) }
        }
        // The monitors measured from the place of the poorer fix, so the distance between both
        // places counts as travelled.
        finish(
            segment, details,
            detour_m: distanceUpperBound(from: last.update.position, to: update.position))
        return .accepted
    }

    /// Whether a fence may need a value that the completed fix has and the original fix lacked.
    private func isEvaluated(_ whole: LocationUpdate, after last: LocationUpdate) -> Bool {
        let needs = safeDistance.needs
        return whole.floor != last.floor
            || (needs.readsAccuracy || needs.limitsAccuracy || needs.readsAltitude)
                && whole.certainty != last.certainty
            || needs.readsAltitude && whole.height != last.height
    }

    /// Handles a fix whose time the source cannot have now. It changes nothing, unless it shows
    /// that receiver time was reset.
    private mutating func acceptOutOfLine(
        _ fix: AcceptedFix, _ details: FixDetails?, after last: AcceptedFix
    ) -> Acceptance {
        if beginsTimeBase || !settings.checksTimeOrder { return reset(fix, details, after: last) }
        let isKnown = accepted.contains(fix.update)
        if var run = timeReset {
            var way = Segment(before: run.last, fix: fix)
            way.interval_s =
                run.last.update.time.flatMap { fix.update.time?.seconds(since: $0) } ?? 0
            way.lengthBound_m = distanceUpperBound(
                from: run.last.update.position, to: fix.update.position)
            run.add(
                fix, isKnown: isKnown,
                isReachable: run.last.update.time != nil && isReachable(way, from: run.last),
                pace: settings.pace)
            timeReset = run
        } else {
            timeReset = TimeReset(fix, isKnown: isKnown)
        }
        if let run = timeReset,
            run.isBelieved(
                isJSON: fix.update.comesAsJSONLine, wallClock: wallClock(onResetTo: fix))
        {
            return reset(fix, details, after: last)
        }
        if let time = fix.update.time, let latest {
            let age_s = latest.time.seconds(since: time)
            if age_s < 0 { return .refused(isKnown ? .repeated : .ahead) }
            late.add(age_s: age_s)
        }
        return .refused(isKnown ? .repeated : .outOfLine)
    }

    /// Compares the trusted wall clock with receiver time, if that were reset to the time of `fix`.
    private func wallClock(onResetTo fix: AcceptedFix) -> TimeReset.WallClock {
        guard settings.origin == .live, let time = fix.update.time,
            let wall = wallTime(at: fix.boot), let latest, let old = wallTime(at: latest.boot)
        else { return .unknown }
        if abs(wall.seconds(since: time)) <= TimeReset.agreement_s { return .agrees }
        return abs(old.seconds(since: latest.time)) <= TimeReset.agreement_s
            ? .contradicts : .disagrees
    }

    /// Resets receiver time with a fix. Earlier measurements have no interval to it.
    private mutating func reset(
        _ fix: AcceptedFix, _ details: FixDetails?, after last: AcceptedFix
    ) -> Acceptance {
        var segment = Segment(fix: fix)
        let elapsed_ns = max(0, fix.boot.nanoseconds - last.boot.nanoseconds)
        segment.fix.feed = last.feed.advanced(by_ns: elapsed_ns)
        segment.resetAfter = last.boot
        finish(segment, details)
        return .timeReset
    }

    /// Completes the segment to an accepted fix, checks the accuracy and the altitude of the fix,
    /// and makes it the last one.
    ///
    /// - Parameter detour_m: the metres travelled beside the segment.
    private mutating func finish(
        _ new: Segment, _ details: FixDetails?, detour_m: Double = 0
    ) {
        var new = new
        new.staleLimit_s = staleLimit_s
        new.followsRestored = isLastRestored
        if isStale {
            new.unknownFor_s = elapsed_s(until: new.fix.boot) ?? new.interval_s
            // A segment does not show when the floor changed.
            new.isBridged =
                !isLastRestored && new.isInterpolable
                && new.before?.update.floor == new.fix.update.floor
        }
        new.isPoor = accuracies.isPoor(new.fix.update)
        if new.isPoor { addFailure(of: .accuracyLimit, at: new.fix.boot) }
        if safeDistance.needs.readsAltitude, settings.checksHeights,
            !heights.accepts(new.fix.update, at: new.fix.feed)
        {
            new.fix.update.altitude_m = nil
            addFailure(of: .height, at: new.fix.boot)
        }
        new.odometer_m = (segment?.odometer_m ?? 0) + detour_m + new.lengthBound_m
        canSkip = safeDistance.canSkip(new)
        advance(by: new, details)
    }
}
