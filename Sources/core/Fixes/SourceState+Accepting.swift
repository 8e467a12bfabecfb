package import Chronology
import Geodesy

extension SourceState {
    /// The result of the checks for a fix.
    package enum Acceptance: Sendable, Hashable {
        /// The fix changes nothing.
        case refused(FixRefusal)
        /// Fences are evaluated with the fix.
        case accepted
        /// Fences are evaluated with the fix, and receiver time begins again with it.
        case timeReset
        /// The fix adds to the last fix only values that no fence needs.
        case completed
    }

    /// Checks the fix of a step whose other properties are not known yet, and calculates them. The
    /// step is changed in place because it is large.
    ///
    /// The filter gets a fix that passed the checks of the fix alone, with its time corrected. It
    /// precedes every check against other fixes, so a fix that it refuses is no part of the track.
    ///
    /// - Parameter details: the other values that the source reports. When the fix completes the
    ///   one before, they become the details of the completed fix.
    package mutating func accept(_ step: inout Step, _ details: inout FixDetails?) -> Acceptance {
        let update = step.fix.update
        if update.isLastKnown { return .refused(.lastKnown) }
        if update.isImpossible { return .refused(.impossible) }
        if isMissingCoordinate(update) { return .refused(.zeroCoordinate) }
        if !acceptDate(&step.fix) { return .refused(.badDate) }
        if !passesFilter(step.fix, details) { return .refused(.filter) }
        guard let last else {
            take(&step)
            return .accepted
        }
        if beginsTimeBase, settings.origin != .live {
            return reset(&step, after: last)
        }
        let elapsed_s = elapsed_s(until: step.fix.boot)
        let sinceLatest_s =
            elapsed_s == nil ? nil : latest.map { step.fix.boot.seconds(since: $0.boot) }
        let order = TimeOrder(
            of: step.fix.update.time, after: latest?.time, isOfLast: last.update.time != nil,
            sinceLatest_s: sinceLatest_s.map { $0 * settings.pace }, sinceLast_s: elapsed_s)
        switch order {
        case .newer(let seconds):
            timeReset = nil
            return acceptNewer(&step, after: last, seconds: seconds)
        case .same:
            return acceptSame(&step, &details, as: last)
        case .outOfLine:
            return acceptOutOfLine(&step, after: last)
        }
    }

    /// Takes an ordinary fix that changes some state, and calculates the other properties of its
    /// step. Returns false when there is no fix before it.
    package mutating func accept(_ step: inout Step, after displacement: Displacement) -> Bool {
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

    /// Records a refused fix; returns true when the source becomes suspected because of it. A
    /// position that the source itself marks as old is no ground for suspicion.
    package mutating func refuse(
        _ update: LocationUpdate, at now: BootInstant, _ reason: FixRefusal
    ) -> Bool {
        health.refused[reason, default: 0] += 1
        strike(reason.check, at: now)
        refusals.add(update, at: now, reason)
        let isLong = suspicion.refused(
            at: now, evaluated: health.accepted, patience_s: staleLimit_s)
        let hasAcceptedNone =
            last == nil && health.refused.values.reduce(0, +) >= Suspicion.firstRefused
        let isObvious = reason == .frozen || reason != .lastKnown && hasAcceptedNone
        if isObvious { suspicion.raise() }
        return isObvious || reason != .lastKnown && isLong
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
        let wall = wallTime(at: fix.boot)
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
            if verdict != .isTime { strike(.date, at: fix.boot) }
        }
        guard settings.marksLateArrival, let wall, let time = fix.update.time,
            dates.zoneOffset_s == nil
        else { return true }
        let late_s = max(Self.onTime_s, staleLimit_s)
        fix.update.arrivedLate = wall.seconds(since: time) > late_s
        if fix.update.arrivedLate { strike(.lateArrival, at: fix.boot) }
        return true
    }

    /// The seconds after its time within which a fix arrives on time.
    private static let onTime_s = 60.0

    private mutating func acceptNewer(
        _ step: inout Step, after last: AcceptedFix, seconds: Double
    ) -> Acceptance {
        step.before = last
        step.fix.feed = last.feed.advanced(by_ns: Int64((seconds * 1e9).rounded()))
        step.lengthBound_m = distanceUpperBound(
            from: last.update.position, to: step.fix.update.position)
        step.interval_s = seconds
        step.isBeyondGap = seconds > settings.maxGap_s
        if settings.checksFrozen,
            frozen.take(step.fix, after: last, accepted: health.accepted)
        {
            return .refused(.frozen)
        }
        let isReachable = isReachable(
            step.fix, from: last, seconds: seconds, bound_m: step.lengthBound_m)
        if isReachable {
            // When the speeds of the source contradict every step, they are not evidence about this
            // one.
            let isRuledOut = isSpeedUnusable
            let isSuspect = isSuspect(step)
            noteSpeed(
                isSuspect: isSuspect, seconds > 0 ? step.lengthBound_m / seconds : 0)
            step.isSuspect = isSuspect && !isRuledOut
            if step.isSuspect {
                health.suspect += 1
                strike(.speedGate, at: step.fix.boot)
            }
        } else {
            guard let speed_mps = speedOfBelievedJump(to: step.fix, from: last) else {
                return .refused(.tooFast)
            }
            step.isJump = true
            noteSpeed(isSuspect: false, speed_mps)
        }
        take(&step)
        return .accepted
    }

    /// Uses a fix of the same instant to complete the one before, or to replace it when the new one
    /// is better. The completed fix is evaluated again when a fence needs a value that was missing.
    private mutating func acceptSame(
        _ step: inout Step, _ details: inout FixDetails?, as last: AcceptedFix
    ) -> Acceptance {
        let (update, boot) = (step.fix.update, step.fix.boot)
        var whole = last.update.completed(by: update)
        if update.position == last.update.position {
            details = self.details?.completed(by: details) ?? details
            if whole == nil, details != self.details { whole = last.update }
        }
        let isBetter =
            (update.usableAccuracy_m ?? .infinity) < (last.update.usableAccuracy_m ?? .infinity)
        guard whole != nil || isBetter && update.position != last.update.position,
            let evaluated = ring.finding(at: nil, of: health.accepted)?.step, evaluated.fix == last
        else { return .refused(.duplicate) }
        if let whole, !isEvaluated(whole, after: last.update) {
            complete(with: whole)
            return .completed
        }
        step = evaluated
        step.fix = AcceptedFix(update: whole ?? update, boot: boot, feed: last.feed)
        step.replaced = last
        // The segment to the same place was checked before.
        if whole == nil, let before = step.before {
            step.lengthBound_m = distanceUpperBound(
                from: before.update.position, to: update.position)
            guard
                isReachable(
                    step.fix, from: before, seconds: step.interval_s, bound_m: step.lengthBound_m)
            else { return .refused(.tooFast) }
        }
        // The monitors measured from the place of the poorer fix, so the distance between both
        // places counts as travelled.
        safeDistance.odometer_m += distanceUpperBound(
            from: last.update.position, to: update.position)
        take(&step)
        return .accepted
    }

    /// Whether a fence may need a value that the completed fix has and the original fix lacked.
    private func isEvaluated(_ whole: LocationUpdate, after last: LocationUpdate) -> Bool {
        whole.floor != last.floor
            || (readsAccuracy || readsAltitude) && whole.certainty != last.certainty
            || readsAltitude && whole.height != last.height
    }

    /// Handles a fix whose time the source cannot have now. It changes nothing, unless it shows
    /// that receiver time was reset.
    private mutating func acceptOutOfLine(
        _ step: inout Step, after last: AcceptedFix
    ) -> Acceptance {
        let fix = step.fix
        if beginsTimeBase || !settings.checksTimeOrder { return reset(&step, after: last) }
        let isKnown = accepted.contains(fix.update)
        if var run = timeReset {
            let isReachable = run.last.update.time.map { time in
                let seconds = fix.update.time?.seconds(since: time) ?? 0
                return self.isReachable(
                    fix, from: run.last, seconds: seconds,
                    bound_m: distanceUpperBound(
                        from: run.last.update.position, to: fix.update.position))
            }
            run.take(
                fix, isKnown: isKnown, isReachable: isReachable ?? false, pace: settings.pace)
            timeReset = run
        } else {
            timeReset = TimeReset(fix, isKnown: isKnown)
        }
        if let run = timeReset,
            run.isBelieved(
                isJSON: fix.update.comesAsJSONLine, wallClock: wallClock(onResetTo: fix))
        {
            return reset(&step, after: last)
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

    /// Resets receiver time with the fix of a step. Earlier measurements have no interval to it.
    private mutating func reset(_ step: inout Step, after last: AcceptedFix) -> Acceptance {
        let elapsed = max(0, step.fix.boot.nanoseconds - last.boot.nanoseconds)
        step.fix.feed = last.feed.advanced(by_ns: elapsed)
        step.resetAfter = last.boot
        take(&step)
        return .timeReset
    }

    /// Makes the fix of the step the last one.
    private mutating func take(_ step: inout Step) {
        timeReset = nil
        step.staleLimit_s = staleLimit_s
        if isStale {
            step.unknownFor_s = elapsed_s(until: step.fix.boot) ?? step.interval_s
            // A segment does not show when the floor changed.
            step.isBridged =
                !isLastRestored && step.isInterpolable
                && step.before?.update.floor == step.fix.update.floor
        }
        step.isPoor = accuracies.isPoor(step.fix.update)
        if step.isPoor { strike(.accuracyLimit, at: step.fix.boot) }
        if let before = step.before, !isLastRestored {
            step.isAtRest = step.fix.update.rests(since: before.update)
        }
        if settings.checksHeights, readsAltitude, !heights.take(step.fix.update, at: step.fix.feed)
        {
            step.fix.update.altitude_m = nil
            strike(.height, at: step.fix.boot)
        }
        safeDistance.odometer_m += step.lengthBound_m
        step.odometer_m = safeDistance.odometer_m
        take(step.fix, as: FixRing.Manner(step))
    }
}
