import Chronology
import Geodesy

extension Monitor {
    /// The end of an ignore window has come.
    mutating func endWindow(
        _ timer: Timer, isStale: Bool, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        guard let before = states[timer.fence], before.window.end == timer.deadline else { return }
        let settings = catalog.settingsIndex(timer.fence)
        let rules = rules[settings]
        var state = before
        let report = state.endWindow(
            at: sink.now, period_s: rules.ignorePeriod_s, isStale: isStale)
        if let report {
            tell(report, &state, place(timer.fence, in: catalog, sink), in: catalog, into: &sink)
        }
        keep(state, before: before, timer.fence, settings: settings, in: catalog, into: &sink)
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
