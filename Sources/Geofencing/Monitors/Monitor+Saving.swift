import Chronology

extension Monitor {
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
        for number in evaluator.states.numbers.sorted() {
            guard let state = evaluator.states[number],
                state.reported == .unknown
                    ? isExceptional(number, beside: judged, in: catalog) : isOutdated(number)
            else { continue }
            evaluator.save(
                number, state, settings: catalog.settingsIndex(number), in: catalog, into: &sink)
        }
        noteOccasion(in: catalog, into: &sink)
        sink.outbox.save(.judged(id, judged))
    }

    /// Has the last fix saved with what else is told or saved at this instant.
    func noteOccasion(in catalog: FenceCatalog, into sink: inout Sink) {
        _ = sink.occasion(of: label, evaluator.rules.index, in: catalog)
    }

    /// Whether it is worth a record that a fence is unknown: others of its class are known to be
    /// outside.
    func isExceptional(
        _ number: FenceNumber, beside judged: JudgedFences?, in catalog: FenceCatalog
    ) -> Bool {
        judged?.rules[evaluator.rules[catalog.settingsIndex(number)].fenceClass] != nil
    }
}
