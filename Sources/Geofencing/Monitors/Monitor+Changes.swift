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
        let before = Before(
            catalog: old, rules: rules, invalid: invalid, defaults: defaults,
            buffer_m: definition.buffer_m, hasJudgedAll: hasJudgedAll)
        tellChanges(from: old, to: new, into: &sink)
        let oldStates = states.map { ($1, $0, old.id($0)) }.sorted { $0.2 < $1.2 }
        moveStates(oldStates, from: old, to: new, into: &sink)
        resolve(level: level, global: global, in: new, at: sink.feedTime)
        defaults = new.settings.map(before.defaultState)
        reviewFences(in: new)
        forgetUnjudged(in: new, into: &sink)
        sink.outbox.put(.warnings(warnings.warnings, monitor: name))
        guard let step, status == .started else {
            for number in new.numbersByID where states[number] == nil && before.lacks(number, new) {
                states[number] = FenceState(.unknown)
            }
            return
        }
        var fix = JudgedFix(step, by: reading)
        for number in candidates(for: &fix, in: new) {
            if before.lacks(number, new) {
                fix.imposedCause = nil
                if states[number] == nil { states[number] = FenceState(.unknown) }
            } else if before.changed(number, new) {
                fix.imposedCause = .fenceChanged
            } else {
                continue
            }
            judge(number, by: &fix, in: new, into: &sink)
        }
        judgeNewDistantFences(since: before, by: fix, in: new, into: &sink)
    }

    /// The first judgement of fences that were added out of reach of the fix, where that is more
    /// than to go by what all others are known to be: outside.
    private mutating func judgeNewDistantFences(
        since before: Before, by fix: borrowing JudgedFix, in new: FenceCatalog,
        into sink: inout Sink
    ) {
        let evidence = rules.map { $0.evidence(.outside, for: fix.step.fix.update).0 }
        guard definition.initial == .both || evidence.contains(where: { $0 != .outside }) else {
            return
        }
        for number in new.numbersByID where states[number] == nil && !invalid.contains(number) {
            let settings = new.settingsIndex(number)
            guard rules[settings].isJudged, defaults[settings].isOutside,
                before.lacks(number, new)
            else { continue }
            if case .hold(let reason) = evidence[settings] {
                var state = FenceState(.unknown)
                state.hold = reason
                states[number] = state
            } else if definition.initial == .both {
                tellInitiallyOutside(number, settings, by: fix, in: new, into: &sink)
            }
        }
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
                    sink.outbox.save(.forgetFence(monitor: name, fence: id))
                } else {
                    leave(number, state, .fenceRemoved, in: old, into: &sink)
                }
                continue
            }
            guard
                old.contentHash(number) == new.contentHash(newNumber)
                    || old.mayOverlap(number, newNumber, of: new, buffer_m: definition.buffer_m)
            else {
                leave(number, state, .fenceRemoved, in: old, into: &sink)
                moved[newNumber] = FenceState(.unknown)
                continue
            }
            moved[newNumber] = state
        }
        states = moved
        journal.removeAll()
        enclosingRadii.removeAll()
    }

    /// Leaves a fence for another reason than movement: an exit where it was inside.
    mutating func leave(
        _ number: FenceNumber, _ state: FenceState, _ cause: Transition.Cause,
        in catalog: FenceCatalog, into sink: inout Sink
    ) {
        var state = state
        sink.outbox.save(.forgetFence(monitor: name, fence: catalog.id(number)))
        guard state.reported == .inside else { return }
        var crossing = Crossing(method: .fix, boot: sink.now)
        crossing.cause = cause
        let report = FenceState.Report(
            side: .outside, crossing: crossing, suppressedToggles: state.suppressedToggles)
        tell(
            report, of: number, &state, lastThresholds(of: number, in: catalog, sink), in: catalog,
            into: &sink)
    }

    /// Takes the state from the fences that are not judged any more.
    private mutating func forgetUnjudged(in catalog: FenceCatalog, into sink: inout Sink) {
        for number in states.numbers.sorted()
        where invalid.contains(number) || !rules[catalog.settingsIndex(number)].isJudged {
            dismiss(number, in: catalog, into: &sink)
        }
    }

    /// Takes the state from a fence that is not judged any more: one that has expired or closed is
    /// left, any other is unknown from now on, without an exit.
    mutating func dismiss(
        _ number: FenceNumber, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let rules = rules[catalog.settingsIndex(number)]
        let isOn = rules.isEnabled && !invalid.contains(number)
        if isOn, rules.isExpired || rules.isOpen == false, let state = states[number] {
            let cause: Transition.Cause = rules.isExpired ? .fenceExpired : .scheduleClosed
            leave(number, state, cause, in: catalog, into: &sink)
        } else {
            closeVisit(number, "because the fence is not judged any more", in: catalog, into: &sink)
            sink.outbox.save(.forgetFence(monitor: name, fence: catalog.id(number)))
        }
        states[number] = nil
    }
}

/// What a monitor judged before its catalog changed.
private struct Before {
    let catalog: FenceCatalog
    let rules: [JudgingRules]
    let invalid: Set<FenceNumber>
    let defaults: [DefaultState]
    /// The buffer in metres of fences that have none of their own.
    let buffer_m: Double
    /// Whether every fence without a state of its own was known to be outside.
    let hasJudgedAll: Bool

    /// What is known of fences with such settings that have no state of their own: an edit of its
    /// settings does not make a fence that is outside unknown.
    func defaultState(of settings: FenceSettings) -> DefaultState {
        if let index = catalog.settings.firstIndex(of: settings) { return defaults[index] }
        return hasJudgedAll ? defaults.first(where: \.isOutside) ?? .outside : DefaultState()
    }

    /// Whether a fence of the new catalog was not there, not judged, or somewhere else altogether.
    func lacks(_ number: FenceNumber, _ new: FenceCatalog) -> Bool {
        guard let old = catalog.number(of: new.id(number)) else { return true }
        if invalid.contains(old) || !rules[catalog.settingsIndex(old)].isJudged { return true }
        return changed(number, new)
            && !catalog.mayOverlap(old, number, of: new, buffer_m: buffer_m)
    }

    /// Whether a fence of the new catalog was judged by another shape or other settings.
    func changed(_ number: FenceNumber, _ new: FenceCatalog) -> Bool {
        guard let old = catalog.number(of: new.id(number)) else { return false }
        return catalog.contentHash(old) != new.contentHash(number)
    }
}

extension FenceCatalog {
    /// Whether a fence and one of another catalog lie over each other, by the boxes around them with
    /// their buffers.
    ///
    /// - Parameter buffer_m: the buffer in metres of fences that have none of their own.
    fileprivate func mayOverlap(
        _ number: FenceNumber, _ other: FenceNumber, of catalog: FenceCatalog, buffer_m: Double
    ) -> Bool {
        func reach(_ number: FenceNumber, _ catalog: FenceCatalog) -> BoundingBox {
            let own_m = catalog.settings[catalog.settingsIndex(number)].buffer_m
            return catalog.boundingBox(number).expanded(byMetres: max(0, own_m ?? buffer_m))
        }
        return reach(number, self).intersects(reach(other, catalog))
    }
}
