import Messages

extension MonitorRules {
    /// Why the definition cannot run, as one sentence; nil when it can.
    var problem: String? {
        var problems = definition.message?.problems ?? []
        if !(definition.buffer_m >= 0) || !definition.buffer_m.isFinite {
            problems.append("buffer_m is \(definition.buffer_m); use 0 or more")
        }
        if definition.confirmEnter.fixes < 1 || definition.confirmExit.fixes < 1 {
            problems.append("a confirmation needs at least 1 fix")
        }
        let unknown = definition.actions.filter { !definition.requestedActions.contains($0) }
        if !unknown.isEmpty {
            problems.append("actions \(unknown) are not among requested_actions; add them there")
        }
        if let dwell_s = definition.dwell_s, !(dwell_s > 0) {
            problems.append("dwell_s is \(dwell_s); use more than 0")
        }
        if definition.timeZone == nil {
            problems.append("its time_zone is not known here; give a rule or an offset")
        }
        if let repeat_s = definition.dwellRepeat_s, !(repeat_s >= 1) {
            problems.append("dwell_repeat_s is \(repeat_s); use 1 or more")
        }
        guard !problems.isEmpty else { return nil }
        return "monitor '\(name)' cannot start: \(problems.joined(separator: "; "))"
    }

    /// Why a fence cannot be evaluated, as one sentence; nil when it can.
    func problem(of number: FenceNumber, in catalog: FenceCatalog) -> String? {
        let rules = self[catalog.settingsIndex(number)]
        if let problem = rules.problem { return "fence '\(catalog.id(number))' \(problem)" }
        guard rules.buffer_m == 0, catalog.fence(number).shape.needsBuffer else { return nil }
        return "fence '\(catalog.id(number))': a point or line needs a buffer above 0; give it "
            + "buffer_m"
    }
}
