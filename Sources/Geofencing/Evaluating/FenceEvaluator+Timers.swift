import Chronology

extension FenceEvaluator {
    /// Handles the end of an ignore period: reports the suppressed change, if there is one.
    mutating func endWindow(
        _ timer: Timer, isStale: Bool, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let number = timer.fence
        guard let before = states[number], before.window.end == timer.deadline,
            before.isSuppressing
        else { return }
        let settings = catalog.settingsIndex(number)
        var state = before
        let report = state.endWindow(
            at: sink.now, period_ns: rules[settings].ignorePeriod_ns, isStale: isStale)
        if let report {
            rules.report(
                report, of: number, &state, lastThresholds(of: number, in: catalog, sink),
                in: catalog, into: &sink)
        }
        keep(state, before: before, number, settings: settings, in: catalog, into: &sink)
    }

    /// Handles a dwell timer that is due.
    mutating func endDwell(
        _ timer: Timer, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let number = timer.fence
        let settings = catalog.settingsIndex(number)
        guard var state = states[number], var clock = state.dwell,
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
        clock.countEvent(at: sink.now, dwell_s: dwell_s, repeat_s: rules[settings].dwellRepeat_s)
        state.dwell = clock
        states[number] = state
        rules.schedule(clock, number, settings: settings, into: &sink)
        var event = Transition.Facts(
            .dwelled, of: number, visit: visit,
            crossing: Crossing(boot: timer.deadline, method: .fix))
        event.suppressedToggles = state.suppressedToggles
        event.duration_s = clock.seconds(at: timer.deadline)
        if isOverdue {
            event.crossing.isLate = true
            event.crossing.time = sink.feedTime?.advanced(
                bySeconds: -sink.now.seconds(since: timer.deadline))
        }
        sink.put(event, of: rules.label, rules.index, in: catalog)
        save(number, state, settings: settings, in: catalog, into: &sink)
    }

    /// Whether there are enough states to search for lapsed ones.
    var hasManyStates: Bool { states.count >= lapseCheckCount }

    /// Drops the states that equal the shared state once their ignore periods are over. Runs only
    /// when there are many states, so that the cost for each is small.
    mutating func dropLapsedStates(in catalog: FenceCatalog, into sink: inout Sink) {
        for (number, state) in states {
            let settings = catalog.settingsIndex(number)
            guard state.isBare, !state.window.suppresses(at: sink.now),
                defaults[settings].state.isBare
            else { continue }
            journal.note(state, of: number, fix: sink.fixNumber)
            save(number, FenceState(.outside), settings: settings, in: catalog, into: &sink)
            states[number] = nil
        }
        lapseCheckCount = max(Self.fewStates, 2 * states.count)
    }

    /// The number of states below which lapsed ones are not searched for.
    static let fewStates = 16

    /// The thresholds of a fence for the last fix; without a fix, those for a receiver without
    /// extent.
    mutating func lastThresholds(
        of number: FenceNumber, in catalog: FenceCatalog, _ sink: Sink
    ) -> Thresholds {
        thresholds(
            of: number, settings: catalog.settingsIndex(number),
            accuracy: sink.lastFix.map { AccuracyRadius(of: $0.update, by: reading) } ?? .none,
            in: catalog)
    }
}
