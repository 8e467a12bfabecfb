import Chronology

extension MonitorRules {
    /// Lets the clock of a stay stand still over the time without evidence that a fix ends.
    func resumeDwell(
        _ state: inout FenceState, settings: Int, by fix: borrowing JudgedFix
    ) {
        guard state.dwell != nil,
            let before = state.heldSince ?? fix.step.bootBefore ?? fix.adrift?.boot
        else { return }
        standStill(&state.dwell, settings: settings, after: before, until: fix)
    }

    /// Lets the clock of a stay that a fix has begun in the past stand still over the time without
    /// evidence before it, as within a stay: the crossing may be no more than the middle of that.
    ///
    /// - Parameters:
    ///   - poorSince: the last fix that told of the fence, if those after it were too poor.
    ///   - lack: what the fixes before lacked that the fence needs.
    func beginDwell(
        _ dwell: inout DwellClock?, settings: Int, poorSince: Adrift?, lack: Lack?,
        by fix: borrowing JudgedFix
    ) {
        guard dwell != nil,
            let before = poorSince?.boot ?? lack?.before?.boot
                ?? fix.step.before?.boot
        else { return }
        standStill(&dwell, settings: settings, after: before, until: fix)
    }

    /// Stops the clock of a stay where the time after the last fix that told is too long to count, and lets
    /// it go on with this one.
    private func standStill(
        _ dwell: inout DwellClock?, settings: Int, after before: BootInstant,
        until fix: borrowing JudgedFix
    ) {
        let pause = before.advanced(bySeconds: self[settings].dwellGap_s(fix.step.staleLimit_s))
        guard pause < fix.step.fix.boot else {
            dwell?.resume(at: fix.step.fix.boot)
            return
        }
        // A device that rests at one place at both ends of a gap has stayed there: a timer that fell due
        // meanwhile has stopped the clock, and what it had to tell is told now.
        if fix.step.isAtRest, before == fix.step.bootBefore {
            dwell?.resume(at: pause)
        } else {
            dwell?.pause(at: pause)
            dwell?.resume(at: fix.step.fix.boot)
        }
    }

    /// The clock of a stay as it is to be saved, stopped where the time without evidence has come to
    /// pause it: the next run does not know of that.
    ///
    /// - Parameter heldSince: the last fix that told of the fence, if those after it did not.
    func dwellToSave(
        _ clock: DwellClock?, settings: Int, heldSince: BootInstant?,
        after lastFix: AcceptedFix?, staleLimit_s: Double, at now: BootInstant
    ) -> DwellClock? {
        guard var dwell = clock, let evidence = heldSince ?? lastFix?.boot else { return clock }
        let pause = evidence.advanced(bySeconds: self[settings].dwellGap_s(staleLimit_s))
        if pause < now { dwell.pause(at: pause) }
        return dwell
    }

    /// Sets the timer for what a window suppresses. A window that suppresses nothing needs none.
    func awaitEnd(of window: IgnoreWindow, of number: FenceNumber, into sink: inout Sink) {
        guard let end = window.end else { return }
        sink.timers.insert(
            Timer(deadline: end, kind: .windowEnd, monitor: index, fence: number))
    }

    /// Sets the timer of a clock that runs.
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

    /// Whether the time since the fix before counts as part of a visit of every fence, for a source
    /// whose fixes are believed for `staleLimit_s`.
    func isUnbroken(_ step: Step) -> Bool {
        step.bootInterval_s <= Swift.min(leastDwellGap_s, step.staleLimit_s)
    }
}

extension JudgingRules {
    /// Seconds between two fixes beyond which the time does not count as dwelling, for a source whose
    /// fixes are believed for `staleLimit_s`.
    func dwellGap_s(_ staleLimit_s: Double) -> Double { dwellMaxGap_s ?? staleLimit_s }
}
