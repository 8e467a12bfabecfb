import Chronology

extension Monitor {
    /// The classes of which every fence without a state of its own is known to be outside: level fences
    /// may never be for want of a floor, and the others are. A class without fences is as all others.
    var judgedClasses: Set<FenceClass> {
        guard isJudging else { return [] }
        return Set(FenceClass.all.filter(evaluator.hasEvaluated))
    }

    /// What it has judged; nil when that is not yet all fences of any class.
    func judged(in catalog: FenceCatalog) -> JudgedFences? {
        let rules = judgedClasses.map { ($0, evaluator.rules.judgedRulesHash(of: $0.kind)) }
        return rules.isEmpty
            ? nil
            : JudgedFences(
                rules: Dictionary(uniqueKeysWithValues: rules), fences: catalog.digest,
                unknownSince: unknownSince)
    }

    /// The last fix after which nobody knew of some fence of a class, of those without a state of their
    /// own, whether it is still outside.
    private var unknownSince: [FenceClass: SavedInstant] {
        var earliest: [FenceClass: Adrift] = [:]
        for settings in evaluator.defaults.indices
        where !evaluator.rules[settings].isDismissed && evaluator.defaults[settings].isOutside {
            guard let adrift = evaluator.defaults[settings].adrift ?? evaluator.interruption
            else { continue }
            let fences = evaluator.rules[settings].fenceClass
            if adrift.boot <= earliest[fences]?.boot ?? adrift.boot { earliest[fences] = adrift }
        }
        return earliest.mapValues(\.saved)
    }

    /// Takes the fences that have been judged for outside, except for those edited since and those
    /// whose rules were.
    ///
    /// - Parameters:
    ///   - time: of the last fix of the earlier run.
    ///   - adrift: what becomes of an instant of that.
    mutating func takeUp(
        _ judged: JudgedFences, at time: UTCInstant?, in catalog: FenceCatalog,
        adrift: (SavedInstant) -> Adrift
    ) {
        let edited = catalog.digest.groups(differingFrom: judged.fences)
        guard edited.count * catalog.count <= Self.editedLimit * FenceDigest.groupCount else {
            return
        }
        for settings in evaluator.defaults.indices where wasOpen(settings, at: time) {
            let fences = evaluator.rules[settings].fenceClass
            guard judged.rules[fences] == evaluator.rules.judgedRulesHash(of: fences.kind)
            else { continue }
            evaluator.defaults[settings] = .outside(adrift: judged.unknownSince[fences].map(adrift))
        }
        guard !edited.isEmpty else { return }
        for number in catalog.numbers
        where edited.contains(catalog.digestGroup(of: number))
            && evaluator.states.slot(of: number) == nil
            && evaluator.defaults[catalog.settingsIndex(number)].isOutside
            && evaluator.rules.isOn(number, in: catalog)
            && !evaluator.rules[catalog.settingsIndex(number)].isExpired
        {
            evaluator.states[number] = FenceState(.unknown)
        }
    }

    /// A fence that is unknown while others are outside takes a state of its own, some hundred
    /// bytes: where more than so many may have been edited, all count as edited.
    private static let editedLimit = 10_000

    /// Whether fences with these settings were judged at that time of an earlier run.
    private func wasOpen(_ settings: Int, at time: UTCInstant?) -> Bool {
        guard let time, let hours = evaluator.rules.hours[settings] else { return true }
        return hours.isOpen(at: time)
    }
}
