import Chronology
import Fixes
import Geodesy

extension Monitor {
    /// Replaces the catalog of the monitor. Unchanged fences keep their state. Changed fences are
    /// evaluated again at once. The monitor exits removed fences. New fences begin as at a start.
    ///
    /// - Parameter step: the last fix, if it is still valid; nil leaves the evaluation to the next
    ///   fix.
    mutating func adopt(
        _ new: FenceCatalog, insteadOf old: FenceCatalog, level: KindDefaults,
        global: KindDefaults, step: Step?, into sink: inout Sink
    ) {
        guard isEvaluating else { return }
        let before = CatalogBefore(
            catalog: old, rules: evaluator.rules.list, invalid: evaluator.rules.invalid,
            defaults: evaluator.states.defaults,
            buffer_m: definition.buffer_m, evaluatedClasses: evaluatedClasses)
        reportChanges(from: old, to: new, into: &sink)
        let oldStates = evaluator.states.map { ($1, $0, old.id($0)) }.sorted { $0.2 < $1.2 }
        moveStates(oldStates, from: old, to: new, into: &sink)
        resolve(level: level, global: global, in: new, at: sink.clockTime)
        evaluator.states.defaults = new.settings.map(before.defaultState)
        reviewFences(since: before.invalid.map(old.id), in: new, into: &sink)
        if let step, status == .started {
            evaluator.evaluateChanges(since: before, by: step, in: new, into: &sink)
        } else {
            for number in new.numbersByID
            where evaluator.states[number] == nil && before.lacks(number, new) {
                evaluator.states[number] = FenceState(.unknown)
            }
        }
        saveRecords(in: new, into: &sink) { before.changed($0, new) }
    }

    /// Determines which fences are invalid, reports the fences that became invalid or valid, and
    /// discards the states of fences that are no longer evaluated.
    ///
    /// - Parameter invalidBefore: the ids of the fences that were invalid before.
    mutating func reviewFences(
        since invalidBefore: [String], in catalog: FenceCatalog, into sink: inout Sink
    ) {
        reviewFences(in: catalog)
        reportValidity(since: invalidBefore, in: catalog, into: &sink)
        dropUnevaluated(in: catalog, into: &sink)
        putWarnings(into: &sink)
    }

    /// Moves the states to the fence numbers of the new catalog, and exits the fences that were
    /// removed or have moved away. A fence that became invalid is unknown, without an exit.
    private mutating func moveStates(
        _ oldStates: [(FenceState, FenceNumber, String)], from old: FenceCatalog,
        to new: FenceCatalog, into sink: inout Sink
    ) {
        var moved: [FenceNumber: FenceState] = [:]
        for (state, number, id) in oldStates {
            guard let newNumber = new.number(of: id) else {
                if new.invalid.contains(id) {
                    closeVisit(number, "because the fence became invalid", in: old, into: &sink)
                    sink.outbox.save(.forgetFence(monitor: self.id, fence: id))
                } else {
                    leave(number, state, .fenceRemoved, in: old, into: &sink)
                }
                continue
            }
            guard
                old.contentHash(number) == new.contentHash(newNumber)
                    || old.mayOverlap(number, newNumber, of: new, buffer_m: definition.buffer_m)
            else {
                // A fence that moved away is handled like a removed and an added fence. Only the
                // cause differs.
                leave(number, state, .fenceChanged, in: old, into: &sink)
                moved[newNumber] = FenceState(.unknown)
                continue
            }
            moved[newNumber] = state
        }
        evaluator.states.renumber(moved, after: sink.fixNumber)
        evaluator.enclosingRadii.removeAll()
    }

    /// Exits a fence for a cause other than movement. Emits an event if the fence was inside.
    mutating func leave(
        _ number: FenceNumber, _ state: FenceState, _ cause: Transition.Cause,
        in catalog: FenceCatalog, into sink: inout Sink
    ) {
        var state = state
        sink.outbox.save(.forgetFence(monitor: id, fence: catalog.id(number)))
        guard state.reported == .inside else { return }
        var crossing = Crossing(boot: sink.now, method: .fix)
        crossing.cause = cause
        let report = FenceState.Report(
            side: .outside, crossing: crossing, suppressedToggles: state.suppressedToggles)
        evaluator.rules.report(
            report, of: number, &state, evaluator.lastThresholds(of: number, in: catalog, sink),
            in: catalog, into: &sink)
    }

    /// Discards the states of the fences that are no longer evaluated.
    private mutating func dropUnevaluated(in catalog: FenceCatalog, into sink: inout Sink) {
        for number in evaluator.states.numbers
        where evaluator.rules.invalid.contains(number)
            || evaluator.rules[catalog.settingsIndex(number)].isDismissed
        {
            dismiss(number, in: catalog, into: &sink)
        }
    }

    /// Discards the state of a fence that is no longer evaluated. Exits a fence that has expired or
    /// closed. Any other fence becomes unknown, without an exit.
    mutating func dismiss(
        _ number: FenceNumber, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let rules = evaluator.rules[catalog.settingsIndex(number)]
        if evaluator.rules.isOn(number, in: catalog), rules.isExpired || rules.isOpen == false,
            let state = evaluator.states[number]
        {
            let cause: Transition.Cause = rules.isExpired ? .fenceExpired : .scheduleClosed
            leave(number, state, cause, in: catalog, into: &sink)
        } else {
            closeVisit(number, "because the fence is no longer evaluated", in: catalog, into: &sink)
            sink.outbox.save(.forgetFence(monitor: id, fence: catalog.id(number)))
        }
        evaluator.states[number] = nil
    }
}
