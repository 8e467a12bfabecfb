import Chronology

extension Monitor {
    /// Sets the timer for what a window holds back. A window that holds nothing back needs none.
    @inline(__always)
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
        guard let slot = states.slot(of: number),
            states.settled(slot).window.end == timer.deadline
        else { return }
        let settings = catalog.settingsIndex(number)
        if !isStale, sink.isSkipping, let crossing = states.heldBackAlone(slot) {
            return report(crossing, settings: settings, in: slot, catalog, into: &sink)
        }
        let before = states.state(slot)
        guard before.isHoldingBack else { return }
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
    @inline(__always)
    var hasManyStates: Bool { states.count >= lapseCheckCount }

    /// Drops the states that say no more than the default once their windows are over. It is done
    /// when there are many, so that it costs little for each.
    mutating func dropLapsedStates(in catalog: FenceCatalog, into sink: inout Sink) {
        for slot in (0..<states.count).reversed()
        where states.standing(slot).isBare && !states.settled(slot).window.holdsBack(at: sink.now) {
            let number = states.number(slot)
            guard defaults[catalog.settingsIndex(number)].standing.isBare else { continue }
            states.note(slot, in: &journal, fix: sink.fixNumber)
            sink.outbox.save(
                SettledState(.outside), of: number, sink.occasion(of: label, index, in: catalog))
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
            of: number, rules: rules[catalog.settingsIndex(number)],
            accuracy: sink.lastFix.map { AccuracyRadius(of: $0.update, by: reading) } ?? .none,
            in: catalog)
    }
}
