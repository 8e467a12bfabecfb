import Fixes

extension Engine {
    /// Returns the names, in order, of the sources in use that receive the fixes of `source`: the
    /// source itself and those derived from it. Returns only the source itself where no monitor
    /// uses any of them.
    public func sourcesInUse(fedBy source: String) -> [String] {
        let names = feeds.filter { $0.name == source || $0.settings.parent == source }.map(\.name)
        let inUse = names.filter { name in monitors.contains { $0.definition.source == name } }
        return inUse.isEmpty ? [source] : inUse
    }

    /// Returns the reasons why no fence was evaluated with the last accepted fix of a source, one
    /// for each monitor, as a sentence without a full stop. Empty when a fence was evaluated.
    public func idleReasons(of source: String) -> [String] {
        guard let feed = feeds.first(where: { $0.name == source }), let last = feed.last else {
            return ["no fix of source \(source) was accepted"]
        }
        let monitors = monitors.filter { $0.definition.source == source }
        guard !monitors.isEmpty else { return ["no monitor uses source \(source)"] }
        let reasons = monitors.map { monitor in
            monitor.idleReason(for: last.update, in: catalogs[monitor.catalog]).map {
                "monitor \(monitor.name) \($0)"
            }
        }
        return reasons.contains(nil) ? [] : reasons.compactMap(\.self)
    }
}

extension Monitor {
    /// Returns the reason why no fence is evaluated with a fix, as the end of a sentence about the
    /// monitor; nil when a fence is evaluated.
    fileprivate func idleReason(
        for update: LocationUpdate, in catalog: FenceCatalog
    ) -> String? {
        guard status == .started else {
            return status == .failedToStart ? "could not start" : "is \(status.rawValue)"
        }
        guard catalog.count > evaluator.rules.invalid.count else {
            return "has no fence that can be evaluated"
        }
        var reasons: [String] = []
        for rules in evaluator.rules {
            guard let reason = rules.idleReason(for: update) else { return nil }
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        return reasons.joined(separator: " and ")
    }
}

extension FenceRules {
    /// Returns the reason why fences with these rules are not evaluated with a fix, as the end of a
    /// sentence about their monitor; nil when they are.
    fileprivate func idleReason(for update: LocationUpdate) -> String? {
        if !isEnabled { return "has fences that are switched off" }
        if isExpired { return "has fences that have expired" }
        if !isEvaluated {
            return isOpen == nil
                ? "has a schedule, and the fixes carry no time" : "has a schedule that was closed"
        }
        return switch lack(of: update) {
        case .floorUnknown: "has fences that need a floor, which the fixes lack"
        case .altitudeUnknown: "has fences that need an altitude, which the fixes lack"
        case nil: nil
        case .notEvaluating?, .noFix?, .stale?, .poorAccuracy?, .band?, .disabled?, .invalid?,
            .expired?,
            .scheduleClosed?:
            nil
        }
    }
}
