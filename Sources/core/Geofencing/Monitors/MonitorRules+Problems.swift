import Messages

extension MonitorRules {
    /// Why the definition cannot run, as one sentence; nil when it can.
    var problem: String? {
        var problems = definition.message?.problems ?? []
        let unknown = definition.actions.filter { !definition.requestedActions.contains($0) }
        if !unknown.isEmpty {
            problems.append("actions \(unknown) are not among requested_actions; add them there")
        }
        if definition.timeZone == nil {
            problems.append("its time_zone is not known here; give a rule or an offset")
        }
        guard !problems.isEmpty else { return nil }
        return "monitor '\(name)' cannot start: \(problems.joined(separator: "; "))"
    }

    /// Returns why a fence cannot be evaluated, as one sentence; nil when it can.
    func problem(of number: FenceNumber, in catalog: FenceCatalog) -> String? {
        let rules = self[catalog.settingsIndex(number)]
        if let problem = rules.problem { return "fence '\(catalog.id(number))' \(problem)" }
        guard rules.buffer_m == 0, catalog.fence(number).shape.needsBuffer else { return nil }
        return "fence '\(catalog.id(number))': a point or line needs a buffer above 0; give it "
            + "buffer_m"
    }
}
