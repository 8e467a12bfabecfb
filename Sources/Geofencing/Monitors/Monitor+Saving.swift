import Chronology

extension Monitor {
    /// Has the state of a fence saved.
    func save(
        _ number: FenceNumber, _ state: FenceState, settings: Int,
        in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let memo = memo(
            of: number, state, settings: settings, after: sink.lastFix,
            staleLimit_s: sink.staleLimit_s, at: sink.now)
        sink.outbox.save(memo, sink.occasion(of: label, index, in: catalog))
    }

    /// What is to be saved of a fence in a state at an instant after the last fix.
    func memo(
        of number: FenceNumber, _ state: FenceState, settings: Int,
        after lastFix: AcceptedFix?, staleLimit_s: Double, at now: BootInstant
    ) -> FenceMemo {
        let dwell = dwellToSave(
            state.dwell, settings: settings, heldSince: state.heldSince, after: lastFix,
            staleLimit_s: staleLimit_s, at: now)
        return FenceMemo(
            of: number, state, dwell: dwell, beside: defaults[settings].adrift,
            since: interruption)
    }

    /// Has all that is known saved in place of every record there is: one of a fence that is known no
    /// better than others by now would stay for good, as no state of its own changes any more.
    func saveAnew(in catalog: FenceCatalog, into sink: inout Sink) {
        sink.outbox.save(.forgetMonitor(id))
        saveRecords(in: catalog, into: &sink) { _ in true }
    }

    /// Has what is known saved again under what decides it from now on: a later run discards records
    /// of anything else.
    ///
    /// - Parameter isOutdated: whether the record of a fence is one of before.
    func saveRecords(
        in catalog: FenceCatalog, into sink: inout Sink,
        where isOutdated: (FenceNumber) -> Bool = { _ in false }
    ) {
        let judged = judged(in: catalog)
        for number in states.numbers.sorted() {
            guard let state = states[number],
                state.reported == .unknown
                    ? isExceptional(number, beside: judged, in: catalog) : isOutdated(number)
            else { continue }
            save(
                number, state, settings: catalog.settingsIndex(number), in: catalog, into: &sink)
        }
        noteOccasion(in: catalog, into: &sink)
        sink.outbox.save(.judged(id, judged))
    }

    /// Has the last fix saved with what else is told or saved at this instant.
    func noteOccasion(in catalog: FenceCatalog, into sink: inout Sink) {
        _ = sink.occasion(of: label, index, in: catalog)
    }

    /// Whether it is worth a record that a fence is unknown: others of its class are known to be
    /// outside.
    func isExceptional(
        _ number: FenceNumber, beside judged: JudgedFences?, in catalog: FenceCatalog
    ) -> Bool {
        judged?.rules[rules[catalog.settingsIndex(number)].fenceClass] != nil
    }
}
