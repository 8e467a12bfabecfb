import Chronology
import Geodesy

extension Monitor {
    /// Goes over to a changed catalog: fences that did not change keep everything, changed ones
    /// are judged again at once, removed ones are left, new ones begin as at a start.
    ///
    /// - Parameter step: the last fix, if it is still to be believed; else the next one decides.
    mutating func adopt(
        _ new: FenceCatalog, insteadOf old: FenceCatalog, level: KindDefaults,
        global: KindDefaults, step: Step?, into sink: inout Sink
    ) {
        guard isJudging else { return }
        let before = CatalogBefore(
            catalog: old, rules: evaluator.rules.list, invalid: evaluator.rules.invalid,
            defaults: evaluator.defaults,
            buffer_m: definition.buffer_m, judgedClasses: judgedClasses)
        tellChanges(from: old, to: new, into: &sink)
        let oldStates = evaluator.states.map { ($1, $0, old.id($0)) }.sorted { $0.2 < $1.2 }
        moveStates(oldStates, from: old, to: new, into: &sink)
        resolve(level: level, global: global, in: new, at: sink.clockTime)
        evaluator.defaults = new.settings.map(before.defaultState)
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

    /// Sorts out anew which fences cannot be judged, tells of those that could before and of those that
    /// can again, and takes the state from what is not judged any more.
    ///
    /// - Parameter invalidBefore: the ids of the fences that could not be judged before.
    mutating func reviewFences(
        since invalidBefore: [String], in catalog: FenceCatalog, into sink: inout Sink
    ) {
        reviewFences(in: catalog)
        tellJudgeable(since: invalidBefore, in: catalog, into: &sink)
        forgetUnjudged(in: catalog, into: &sink)
        sink.outbox.put(.warnings(warnings.warnings, monitor: name))
    }

    /// Gives the states of the fences their numbers in the new catalog, and leaves the fences that
    /// are gone or have moved away. Fences that have become invalid are unknown, without an exit.
    private mutating func moveStates(
        _ oldStates: [(FenceState, FenceNumber, String)], from old: FenceCatalog,
        to new: FenceCatalog, into sink: inout Sink
    ) {
        var moved = StateTable()
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
                // It moved away: as if it was removed and added, but for the word.
                leave(number, state, .fenceChanged, in: old, into: &sink)
                moved[newNumber] = FenceState(.unknown)
                continue
            }
            moved[newNumber] = state
        }
        evaluator.states = moved
        evaluator.journal.begin(after: sink.fixNumber)
        evaluator.enclosingRadii.removeAll()
    }

    /// Leaves a fence for another reason than movement: an exit where it was inside.
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

    /// Takes the state from the fences that are not judged any more.
    private mutating func forgetUnjudged(in catalog: FenceCatalog, into sink: inout Sink) {
        for number in evaluator.states.numbers.sorted()
        where evaluator.rules.invalid.contains(number)
            || evaluator.rules[catalog.settingsIndex(number)].isDismissed
        {
            dismiss(number, in: catalog, into: &sink)
        }
    }

    /// Takes the state from a fence that is not judged any more: one that has expired or closed is
    /// left, any other is unknown from now on, without an exit.
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
            closeVisit(number, "because the fence is not judged any more", in: catalog, into: &sink)
            sink.outbox.save(.forgetFence(monitor: id, fence: catalog.id(number)))
        }
        evaluator.states[number] = nil
    }
}
