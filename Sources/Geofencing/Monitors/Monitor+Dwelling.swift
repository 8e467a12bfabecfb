import Chronology

extension Monitor {
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
        let pause = before.advanced(bySeconds: rules[settings].dwellGap_s(fix.step.staleLimit_s))
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
        let pause = evidence.advanced(bySeconds: rules[settings].dwellGap_s(staleLimit_s))
        if pause < now { dwell.pause(at: pause) }
        return dwell
    }

    /// A dwell timer is due.
    mutating func endDwell(
        _ timer: Timer, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let number = timer.fence
        let settings = catalog.settingsIndex(number)
        guard status == .started, var state = states[number], var clock = state.dwell,
            let visit = state.visit, let dwell_s = rules[settings].dwell_s,
            clock.deadline(dwell_s: dwell_s, repeat_s: rules[settings].dwellRepeat_s)
                == timer.deadline
        else { return }
        let evidence = state.heldSince ?? sink.lastFix?.boot ?? sink.now
        let pause = evidence.advanced(bySeconds: rules[settings].dwellGap_s(sink.staleLimit_s))
        guard sink.now <= pause else {
            clock.pause(at: pause)
            state.dwell = clock
            states[number] = state
            return
        }
        let isOverdue = timer.deadline < sink.now
        clock.tell(at: sink.now, dwell_s: dwell_s, repeat_s: rules[settings].dwellRepeat_s)
        state.dwell = clock
        states[number] = state
        schedule(clock, number, settings: settings, into: &sink)
        var event = Transition.Facts(
            .dwelled, of: number, visit: visit,
            crossing: Crossing(boot: timer.deadline, method: .fix))
        event.suppressedToggles = state.suppressedToggles
        event.stay_s = clock.seconds(at: timer.deadline)
        if isOverdue {
            event.crossing.isLate = true
            event.crossing.time = sink.feedTime?.advanced(
                bySeconds: -sink.now.seconds(since: timer.deadline))
        }
        sink.outbox.put(
            event, instant: timer.deadline.nanoseconds, sink.occasion(of: label, index, in: catalog)
        )
        save(number, state, settings: settings, in: catalog, into: &sink)
    }

    /// Sets the timer of a clock that runs.
    func schedule(
        _ clock: DwellClock?, _ number: FenceNumber, settings: Int, into sink: inout Sink
    ) {
        guard let dwell_s = rules[settings].dwell_s,
            let deadline = clock?.deadline(
                dwell_s: dwell_s, repeat_s: rules[settings].dwellRepeat_s)
        else { return }
        sink.timers.insert(
            Timer(deadline: deadline, kind: .dwell, monitor: index, fence: number))
    }

    /// Whether the time since the fix before counts as part of a visit of every fence, for a source
    /// whose fixes are believed for `staleLimit_s`.
    func isUnbroken(_ step: Step) -> Bool {
        step.bootInterval_s <= min(leastDwellGap_s, step.staleLimit_s)
    }
}

extension JudgingRules {
    /// Seconds between two fixes beyond which the time does not count as dwelling, for a source whose
    /// fixes are believed for `staleLimit_s`.
    func dwellGap_s(_ staleLimit_s: Double) -> Double { dwellMaxGap_s ?? staleLimit_s }
}
