import Chronology

extension Monitor {
    /// The classes whose fences without a state of their own are all known to be outside.
    ///
    /// Level fences may be unknown because a floor is missing, while other fences are outside. A
    /// class without fences is included when all fences of the other classes are outside.
    var evaluatedClasses: Set<FenceClass> {
        guard isEvaluating else { return [] }
        return Set(FenceClass.all.filter(evaluator.hasEvaluated))
    }

    /// Returns the classes and fences that the monitor has evaluated; nil while no class is
    /// completely evaluated.
    func evaluated(in catalog: FenceCatalog) -> EvaluatedFences? {
        let rules = evaluatedClasses.map { ($0, evaluator.rules.evaluatedRulesHash(of: $0.kind)) }
        return rules.isEmpty
            ? nil
            : EvaluatedFences(
                rules: Dictionary(uniqueKeysWithValues: rules), fences: catalog.digest,
                unknownSince: unknownSince)
    }

    /// For each class, the earliest fix after which it is unknown whether some fence is still
    /// outside. Only fences without a state of their own count.
    private var unknownSince: [FenceClass: SavedInstant] {
        var earliest: [FenceClass: UnknownSince] = [:]
        for settings in evaluator.states.defaults.indices
        where !evaluator.rules[settings].isDismissed
            && evaluator.states.defaults[settings].isOutside
        {
            guard
                let unknownSince = evaluator.states.defaults[settings].unknownSince
                    ?? evaluator.interruption
            else { continue }
            let fences = evaluator.rules[settings].fenceClass
            if unknownSince.boot <= earliest[fences]?.boot ?? unknownSince.boot {
                earliest[fences] = unknownSince
            }
        }
        return earliest.mapValues(\.saved)
    }

    /// Restores the evaluated fences as outside, except for fences that were edited since then and
    /// fences whose rules were.
    ///
    /// - Parameters:
    ///   - time: the time of the last fix of the earlier run.
    ///   - unknownSince: converts an instant of the earlier run.
    mutating func takeUp(
        _ evaluated: EvaluatedFences, at time: UTCInstant?, in catalog: FenceCatalog,
        unknownSince: (SavedInstant) -> UnknownSince
    ) {
        let edited = catalog.digest.groups(differingFrom: evaluated.fences)
        guard edited.count * catalog.count <= Self.editedLimit * FenceDigest.groupCount else {
            return
        }
        for settings in evaluator.states.defaults.indices where wasOpen(settings, at: time) {
            let fences = evaluator.rules[settings].fenceClass
            guard evaluated.rules[fences] == evaluator.rules.evaluatedRulesHash(of: fences.kind)
            else { continue }
            evaluator.states.defaults[settings] = .outside(
                unknownSince: evaluated.unknownSince[fences].map(unknownSince))
        }
        guard !edited.isEmpty else { return }
        for number in catalog.numbers
        where edited.contains(catalog.digestGroup(of: number))
            && !evaluator.states.holds(number)
            && evaluator.states.defaults[catalog.settingsIndex(number)].isOutside
            && evaluator.rules.isOn(number, in: catalog)
            && !evaluator.rules[catalog.settingsIndex(number)].isExpired
        {
            evaluator.states[number] = FenceState(.unknown)
        }
    }

    /// The number of fences that may count as edited. Each of them takes a state of its own, some
    /// hundred bytes. If more fences may have been edited, all count as edited.
    private static let editedLimit = 10_000

    /// Whether fences with these settings were evaluated at that time of an earlier run.
    private func wasOpen(_ settings: Int, at time: UTCInstant?) -> Bool {
        guard let time, let hours = evaluator.rules.hours[settings] else { return true }
        return hours.isOpen(at: time)
    }
}
