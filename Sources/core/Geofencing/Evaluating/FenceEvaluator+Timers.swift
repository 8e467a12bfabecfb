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
        apply(
            .windowEnd(isStale: isStale), to: number, settings: settings, in: catalog, into: &sink)
    }

    /// Handles a dwell timer at its deadline.
    mutating func endDwell(
        _ timer: Timer, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let settings = catalog.settingsIndex(timer.fence)
        guard states.holds(timer.fence) else { return }
        apply(
            .dwellDue(
                timer.deadline, lastFix: sink.lastFix?.boot,
                gap_s: rules[settings].dwellGap_s(sink.staleLimit_s)),
            to: timer.fence, settings: settings, in: catalog, into: &sink)
    }

    /// Applies an input other than a fix to the state of a fence, emits the change and saves it.
    private mutating func apply(
        _ input: FenceInput, to number: FenceNumber, settings: Int, in catalog: FenceCatalog,
        into sink: inout Sink
    ) {
        let before = states.state(of: number, settings: settings)
        var state = before
        let change = state.apply(input, by: rules[settings], of: definition, at: sink.now)
        if let change {
            rules.emit(
                change, of: number, state, lastThresholds(of: number, in: catalog, sink),
                in: catalog, into: &sink)
        }
        keep(state, before: before, number, settings: settings, in: catalog, into: &sink)
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
