extension Monitor {
    /// Keeps a change to a side back that one fix shows within the ignore window, where that is all there is
    /// to it.
    ///
    /// - Parameters:
    ///   - dwell: the clock of the stay that may begin.
    ///   - slot: that of the state.
    /// - Returns: what that tells of the fixes to come; nil, and nothing is kept, where it has been so for
    ///   long that it is to be told.
    @inline(__always)
    mutating func holdBack(
        _ side: FenceRecord.Side, _ crossing: Crossing, _ dwell: DwellClock?, _ place: FencePlace,
        settings: Int, in slot: Int, _ catalog: FenceCatalog, into sink: inout Sink
    ) -> Outlook? {
        let (number, now) = (place.number, sink.now)
        var state = states.settled(slot)
        var flapping: FlappingClock?
        if let cap_s = rules[settings].flapCap_s, let reportedAt = state.reportedAt {
            var clock = FlappingClock(since: reportedAt)
            guard clock.toggle(to: side, at: now, cap_s: cap_s) == nil else { return nil }
            flapping = clock
        }
        journal.note(state, of: number, fix: sink.fixNumber)
        state.holdBack(
            side, by: crossing, dwell: dwell, at: now, period_ns: rules[settings].ignorePeriod_ns)
        awaitEnd(of: state.window, of: number, into: &sink)
        sink.outbox.save(
            FenceMemo(of: number, state, heldBack: crossing),
            sink.occasion(of: label, index, in: catalog))
        let standing = Standing(of: state)
        states.set(
            number, state, OpenMatters(heldBack: crossing, flapping: flapping), standing, in: slot)
        return standing.outlook(place, isOtherFloor: false)
    }

    /// Reports what a window has held back that is over, where nothing else is open.
    ///
    /// - Parameter slot: that of the state.
    mutating func report(
        _ crossing: Crossing, settings: Int, in slot: Int, _ catalog: FenceCatalog,
        into sink: inout Sink
    ) {
        let number = states.number(slot)
        states.note(slot, in: &journal, fix: sink.fixNumber)
        var state = states.settled(slot)
        let (report, visit) = state.report(
            crossing, at: sink.now, period_ns: rules[settings].ignorePeriod_ns)
        schedule(state.dwell, number, settings: settings, into: &sink)
        tell(
            report, of: number, visit, lastThresholds(of: number, in: catalog, sink), in: catalog,
            into: &sink)
        save(number, state, in: catalog, into: &sink)
        keep(state, Standing(of: state), of: number, settings: settings, in: slot)
    }

    /// Keeps a state of which nothing is open if it says more than the default does.
    ///
    /// - Parameter slot: that of the state which the fence has; nil where it has none.
    @inline(__always)
    mutating func keep(
        _ state: SettledState, _ standing: Standing, of number: FenceNumber, settings: Int,
        in slot: Int?
    ) {
        if state.isPlainlyOutside, defaults[settings].standing.isBare {
            states.remove(number)
        } else {
            states.set(number, state, standing, in: slot)
        }
    }
}
