import Chronology
import Fixes

extension MonitorRules {
    /// Updates the dwell clock of a visit at the fix that ends a time without evidence. The time
    /// beyond the permitted gap does not count.
    func resumeDwell(
        _ state: inout FenceState, settings: Int, by fix: borrowing EvaluatedFix
    ) {
        guard state.dwell != nil,
            let before = state.heldSince ?? fix.step.bootBefore ?? fix.unknownSince?.boot
        else { return }
        standStill(&state.dwell, settings: settings, after: before, until: fix)
    }

    /// Updates the dwell clock of a visit whose crossing lies before this fix. The time without
    /// evidence before the fix counts as part of the visit, because the crossing may be only the
    /// middle of that time.
    ///
    /// - Parameters:
    ///   - poorSince: the last accurate fix, if the fixes after it were too poor.
    ///   - lack: the run of previous fixes without a floor or altitude that the fence needs.
    func beginDwell(
        _ dwell: inout DwellClock?, settings: Int, poorSince: UnknownSince?, lack: Lack?,
        by fix: borrowing EvaluatedFix
    ) {
        guard dwell != nil,
            let before = poorSince?.boot ?? lack?.before?.boot
                ?? fix.step.before?.boot
        else { return }
        standStill(&dwell, settings: settings, after: before, until: fix)
    }

    /// Pauses a dwell clock where the time since the last determinate fix is too long to count, and
    /// resumes it at this fix.
    private func standStill(
        _ dwell: inout DwellClock?, settings: Int, after before: BootInstant,
        until fix: borrowing EvaluatedFix
    ) {
        let pause = before.advanced(bySeconds: self[settings].dwellGap_s(fix.step.staleLimit_s))
        guard pause < fix.step.fix.boot else {
            dwell?.resume(at: fix.step.fix.boot)
            return
        }
        // A device at rest at one place at both ends of a gap was inside all the time. A timer with
        // a deadline in the gap has stopped the clock, and the dwell is reported now.
        if fix.step.isAtRest, before == fix.step.bootBefore {
            dwell?.resume(at: pause)
        } else {
            dwell?.pause(at: pause)
            dwell?.resume(at: fix.step.fix.boot)
        }
    }

    /// Returns the dwell clock to save. It is paused where the time without evidence is too long to
    /// count, because the next run does not know that time.
    ///
    /// - Parameter heldSince: the last determinate fix of the fence, if the fixes after it were
    ///   indeterminate.
    func dwellToSave(
        _ clock: DwellClock?, settings: Int, heldSince: BootInstant?,
        after lastFix: AcceptedFix?, staleLimit_s: Double, at now: BootInstant
    ) -> DwellClock? {
        guard var dwell = clock, let evidence = heldSince ?? lastFix?.boot else { return clock }
        let pause = evidence.advanced(bySeconds: self[settings].dwellGap_s(staleLimit_s))
        if pause < now { dwell.pause(at: pause) }
        return dwell
    }

    /// Sets the timer for the end of an ignore period. Called only while a change is suppressed,
    /// because otherwise no timer is needed.
    func awaitEnd(of window: IgnoreWindow, of number: FenceNumber, into sink: inout Sink) {
        guard let end = window.end else { return }
        sink.timers.insert(
            Timer(deadline: end, kind: .windowEnd, monitor: index, fence: number))
    }

    /// Sets the timer for the next `dwelled` event of a running clock.
    func schedule(
        _ clock: DwellClock?, _ number: FenceNumber, settings: Int, into sink: inout Sink
    ) {
        guard let dwell_s = self[settings].dwell_s,
            let deadline = clock?.deadline(
                dwell_s: dwell_s, repeat_s: self[settings].dwellRepeat_s)
        else { return }
        sink.timers.insert(
            Timer(deadline: deadline, kind: .dwell, monitor: index, fence: number))
    }

    /// Whether the time since the previous fix counts as part of a visit for every fence.
    func isUnbroken(_ step: Step) -> Bool {
        step.bootInterval_s <= Swift.min(leastDwellGap_s, step.staleLimit_s)
    }
}

extension FenceRules {
    /// Returns the longest time between two fixes that counts as dwelling, in seconds.
    ///
    /// - Parameter staleLimit_s: the stale limit of the source.
    func dwellGap_s(_ staleLimit_s: Double) -> Double { dwellMaxGap_s ?? staleLimit_s }
}
