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
        let oldSettings = old.settings
        let oldDefaults = defaults
        let oldStates = states.map { ($0.value, $0.key, old.id($0.key)) }.sorted { $0.2 < $1.2 }
        let changed = moveStates(oldStates, from: old, to: new, into: &sink)
        resolve(level: level, global: global, in: new)
        defaults = new.settings.map { settings in
            oldSettings.firstIndex(of: settings).map { oldDefaults[$0] } ?? DefaultState()
        }
        reviewFences(in: new)
        forgetInvalid(in: new, into: &sink)
        sink.outbox.put(.warnings(warnings.warnings, monitor: name))
        guard let step else { return }
        var fix = JudgedFix(step, for: definition)
        for number in candidates(for: fix, in: new) {
            let id = new.id(number)
            if changed.contains(id) {
                fix.imposedCause = .fenceChanged
            } else if let before = old.number(of: id), states[number] == nil {
                guard old.contentHash(before) != new.contentHash(number) else { continue }
                fix.imposedCause = .fenceChanged
            } else if states[number] == nil {
                fix.imposedCause = nil
                states[number] = FenceState(.unknown)
            } else {
                continue
            }
            judge(number, by: &fix, in: new, into: &sink)
        }
    }

    /// Gives the states of the fences their numbers in the new catalog. Leaves fences that are
    /// gone or have moved away; returns the ids of those that changed.
    private mutating func moveStates(
        _ oldStates: [(FenceState, FenceNumber, String)], from old: FenceCatalog,
        to new: FenceCatalog, into sink: inout Sink
    ) -> Set<String> {
        var changed: Set<String> = []
        var moved: [FenceNumber: FenceState] = [:]
        for (state, number, id) in oldStates {
            guard let newNumber = new.number(of: id) else {
                leave(number, state, .fenceRemoved, in: old, into: &sink)
                continue
            }
            if old.contentHash(number) != new.contentHash(newNumber) {
                guard old.boundingBox(number).intersects(new.boundingBox(newNumber)) else {
                    leave(number, state, .fenceRemoved, in: old, into: &sink)
                    moved[newNumber] = FenceState(.unknown)
                    continue
                }
                changed.insert(id)
            }
            moved[newNumber] = state
        }
        states = moved
        enclosingRadii.removeAll()
        return changed
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
        tell(report, &state, place(number, in: catalog, sink), in: catalog, into: &sink)
    }

    /// Fences that have become invalid are unknown from now on, without an exit.
    private mutating func forgetInvalid(in catalog: FenceCatalog, into sink: inout Sink) {
        for number in invalid.sorted() where states[number] != nil {
            closeVisit(number, "because the fence became invalid", in: catalog, into: &sink)
            states[number] = nil
            sink.outbox.save(.forgetFence(monitor: name, fence: catalog.id(number)))
        }
    }

    /// A kind was switched: fences of a kind that is off become unknown without an event, those of
    /// a kind that is on again begin as at a start.
    mutating func applyKinds(
        level: KindDefaults, global: KindDefaults, step: Step?, in catalog: FenceCatalog,
        into sink: inout Sink
    ) {
        let wasJudged = rules.map(\.isJudged)
        resolve(level: level, global: global, in: catalog)
        let switched = rules.indices.filter { rules[$0].isJudged != wasJudged[$0] }
        for settings in switched { defaults[settings] = DefaultState() }
        for number in states.keys.sorted()
        where switched.contains(catalog.settingsIndex(number)) {
            states[number] = nil
            sink.outbox.save(.forgetFence(monitor: name, fence: catalog.id(number)))
        }
        guard let step, status == .started else { return }
        var fix = JudgedFix(step, for: definition)
        for number in candidates(for: fix, in: catalog)
        where switched.contains(catalog.settingsIndex(number)) {
            judge(number, by: &fix, in: catalog, into: &sink)
        }
        judgeDistantFences(by: fix, in: catalog, into: &sink)
    }

    /// Leaves the fences whose time has come.
    mutating func expireFences(at time: UTCInstant, in catalog: FenceCatalog, into sink: inout Sink)
    {
        let due = rules.indices.filter {
            !rules[$0].isExpired && rules[$0].expiresAt.map { $0 <= time } ?? false
        }
        for settings in due { rules[settings].isExpired = true }
        nextExpiry = rules.lazy.filter { !$0.isExpired }.compactMap(\.expiresAt).min()
        for number in catalog.numbersByID where due.contains(catalog.settingsIndex(number)) {
            let state = states.removeValue(forKey: number)
            sink.outbox.put(
                .event(
                    .diagnostic(
                        change(.fenceExpired, number, "has expired", state, in: catalog))))
            if let state { leave(number, state, .fenceExpired, in: catalog, into: &sink) }
        }
    }

    /// What is told of a fence that changed.
    func change(
        _ kind: Diagnostic.Kind, _ number: FenceNumber, _ words: String, _ state: FenceState?,
        in catalog: FenceCatalog
    ) -> Diagnostic {
        let fence = catalog.fence(number)
        var diagnostic = Diagnostic(
            kind: kind, message: "Fence \(fence.name) \(words) (monitor \(name))")
        diagnostic.monitor = name
        diagnostic.fence = fence.id
        diagnostic.visit = state?.visit?.id
        diagnostic.wasInside = state?.reported == .inside
        return diagnostic
    }
}
