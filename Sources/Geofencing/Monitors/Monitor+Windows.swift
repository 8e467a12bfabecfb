import Chronology

extension Monitor {
    /// Sets the timer for what a window holds back. A window that holds nothing back needs none.
    func awaitEnd(of window: IgnoreWindow, of number: FenceNumber, into sink: inout Sink) {
        guard let end = window.end else { return }
        sink.timers.insert(
            Timer(deadline: end, kind: .windowEnd, monitor: index, fence: number))
    }

    /// The end of an ignore window has come.
    mutating func endWindow(
        _ timer: Timer, isStale: Bool, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let number = timer.fence
        guard let before = states[number], before.window.end == timer.deadline,
            before.isHoldingBack
        else { return }
        let settings = catalog.settingsIndex(number)
        var state = before
        let report = state.endWindow(
            at: sink.now, period_ns: rules[settings].ignorePeriod_ns, isStale: isStale)
        if let report {
            tell(
                report, of: number, &state, lastThresholds(of: number, in: catalog, sink),
                in: catalog, into: &sink)
        }
        keep(state, before: before, number, settings: settings, in: catalog, into: &sink)
    }

    /// Whether states that have lapsed may have become as many as the others.
    var hasManyStates: Bool { states.count >= lapseCheckCount }

    /// Drops the states that say no more than the default once their windows are over. It is done
    /// when there are many, so that it costs little for each.
    mutating func dropLapsedStates(in catalog: FenceCatalog, into sink: inout Sink) {
        for slot in (0..<states.count).reversed() {
            let (number, state) = (states.number(slot), states.state(slot))
            let settings = catalog.settingsIndex(number)
            guard state.isBare, !state.window.holdsBack(at: sink.now),
                defaults[settings].state.isBare
            else { continue }
            journal.note(state, of: number, fix: sink.fixNumber)
            save(number, FenceState(.outside), settings: settings, in: catalog, into: &sink)
            states.remove(in: slot)
        }
        lapseCheckCount = max(Self.fewStates, 2 * states.count)
    }

    /// So many states are not worth a look.
    static let fewStates = 16

    /// The thresholds of a fence for the last fix; without one, as for a receiver without extent.
    mutating func lastThresholds(
        of number: FenceNumber, in catalog: FenceCatalog, _ sink: Sink
    ) -> Thresholds {
        thresholds(
            of: number, settings: catalog.settingsIndex(number),
            accuracy: sink.lastFix.map { AccuracyRadius(of: $0.update, by: reading) } ?? .none,
            in: catalog)
    }
}
