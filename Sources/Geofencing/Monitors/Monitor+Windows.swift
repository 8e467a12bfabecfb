import Chronology
import Geodesy

extension Monitor {
    /// The end of an ignore window has come.
    mutating func endWindow(
        _ timer: Timer, isStale: Bool, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let number = timer.fence
        guard let slot = states.slot(of: number),
            states.values[slot].window.end == timer.deadline
        else { return }
        let settings = catalog.settingsIndex(number)
        guard states.values[slot].heldBack != nil else {
            return closeWindow(of: number, slot, settings: settings, in: catalog, into: &sink)
        }
        let before = states.values[slot]
        var state = before
        let report = state.endWindow(
            at: sink.now, period_s: rules[settings].ignorePeriod_s, isStale: isStale)
        if let report {
            tell(report, &state, place(number, in: catalog, sink), in: catalog, into: &sink)
        }
        keep(state, before: before, number, settings: settings, in: catalog, into: &sink)
    }

    /// A window ends with nothing to tell, as most do.
    private mutating func closeWindow(
        of number: FenceNumber, _ slot: Int, settings: Int, in catalog: FenceCatalog,
        into sink: inout Sink
    ) {
        var state = states.values[slot]
        journal.note(state, of: number, fix: sink.fixNumber)
        state.window = .closed
        save(state, number, in: catalog, into: &sink)
        if defaults[settings].suffices(for: state) {
            states[number] = nil
        } else {
            states.values[slot].window = .closed
        }
    }

    /// The fence as the last fix finds it; endlessly far where there is none.
    mutating func place(
        _ number: FenceNumber, in catalog: FenceCatalog, _ sink: Sink
    ) -> FencePlace {
        let rules = rules[catalog.settingsIndex(number)]
        guard let update = sink.lastFix?.update else {
            return FencePlace(
                number: number, distance_m: .infinity,
                thresholds: Thresholds(rules: rules, accuracy: 0) { 0 })
        }
        return FencePlace(
            number: number,
            distance_m: catalog.signedDistance(number, from: Standpoint(update.position)),
            thresholds: thresholds(
                of: number, rules: rules, accuracy: AccuracyRadius(of: update, by: reading),
                in: catalog))
    }
}
