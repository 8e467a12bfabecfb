import Chronology
import Fixes

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

    /// Handles a dwell timer at its deadline.
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

    /// Drops the states that equal the shared state once their ignore periods are over, and their
    /// records.
    mutating func dropLapsedStates(in catalog: FenceCatalog, into sink: inout Sink) {
        let lapsed = states.removeLapsed(
            at: sink.now, fix: sink.fixNumber, settings: catalog.settingsIndex)
        for number in lapsed {
            save(
                number, FenceState(.outside), settings: catalog.settingsIndex(number), in: catalog,
                into: &sink)
        }
    }

    /// Returns the thresholds of a fence for the last fix; without a fix, those for a receiver
    /// without extent.
    mutating func lastThresholds(
        of number: FenceNumber, in catalog: FenceCatalog, _ sink: Sink
    ) -> Thresholds {
        thresholds(
            of: number, settings: catalog.settingsIndex(number),
            accuracy: sink.lastFix.map { AccuracyRadius(of: $0.update, by: reading) } ?? .none,
            in: catalog)
    }
}
