import Chronology

extension Monitor {
    /// Saves all states in place of all existing records.
    ///
    /// Without this, the record of a fence that no longer has a state of its own would last
    /// forever: no later change of its state would replace it.
    func saveAgain(in catalog: FenceCatalog, into sink: inout Sink) {
        sink.outbox.save(.forgetMonitor(id))
        saveRecords(in: catalog, into: &sink) { _ in true }
    }

    /// Saves the states again under the hashes of the current rules. A later run discards records
    /// with other hashes.
    ///
    /// - Parameter isOutdated: whether the record of a fence has the hash of earlier rules.
    func saveRecords(
        in catalog: FenceCatalog, into sink: inout Sink,
        where isOutdated: (FenceNumber) -> Bool = { _ in false }
    ) {
        let evaluated = evaluated(in: catalog)
        for number in evaluator.states.numbers {
            guard let state = evaluator.states[number],
                state.reported == .unknown
                    ? isExceptional(number, beside: evaluated, in: catalog) : isOutdated(number)
            else { continue }
            evaluator.save(
                number, state, settings: catalog.settingsIndex(number), in: catalog, into: &sink)
        }
        noteEventContext(in: catalog, into: &sink)
        sink.outbox.save(.evaluated(id, evaluated))
    }

    /// Saves the last fix together with the events and states of this instant.
    func noteEventContext(in catalog: FenceCatalog, into sink: inout Sink) {
        sink.eventContext(of: label, evaluator.rules.index, in: catalog)
    }

    /// Whether an unknown fence needs a record, because the other fences of its class are known to
    /// be outside.
    func isExceptional(
        _ number: FenceNumber, beside evaluated: EvaluatedFences?, in catalog: FenceCatalog
    ) -> Bool {
        evaluated?.rules[evaluator.rules[catalog.settingsIndex(number)].fenceClass] != nil
    }
}
