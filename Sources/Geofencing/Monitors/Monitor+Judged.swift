import Chronology

extension Monitor {
    /// Whether every fence without a state of its own is known to be outside.
    var hasJudgedAll: Bool {
        isJudging && hasJudged(defaults.indices)
    }

    /// The classes of which every fence without a state of its own is known to be outside: level fences
    /// may never be for want of a floor, and the others are. A class without fences is as all others.
    var judgedClasses: Set<FenceClass> {
        guard isJudging else { return [] }
        return Set(FenceClass.all.filter(hasJudged))
    }

    /// Whether a class is one of those.
    func hasJudged(_ fences: FenceClass) -> Bool {
        let own = rules.indices.filter { rules[$0].fenceClass == fences }
        return hasJudged(own.isEmpty ? Array(rules.indices) : own)
    }

    private func hasJudged(_ settings: some Sequence<Int>) -> Bool {
        settings.allSatisfy { defaults[$0].isOutside || !rules[$0].isJudged }
    }

    /// What it has judged; nil when that is not yet all fences of any class.
    func judged(in catalog: FenceCatalog) -> JudgedFences? {
        let rules = judgedClasses.map { ($0, judgedRulesHash(of: $0.kind)) }
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
        for settings in defaults.indices
        where !rules[settings].isDismissed && defaults[settings].isOutside {
            guard let adrift = defaults[settings].adrift ?? interruption else { continue }
            let fences = rules[settings].fenceClass
            if adrift.boot <= earliest[fences]?.boot ?? adrift.boot { earliest[fences] = adrift }
        }
        return earliest.mapValues(\.saved)
    }

    /// Changes with everything that decides how fences of a kind are judged, and whether they are.
    private func judgedRulesHash(of kind: FenceKind) -> UInt64 {
        var hash = label.rulesHash(of: kind)
        definition.combineHours(over: kind == .level ? level : global, into: &hash)
        return hash.value
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
        for settings in defaults.indices where wasOpen(settings, at: time) {
            let fences = rules[settings].fenceClass
            guard judged.rules[fences] == judgedRulesHash(of: fences.kind) else { continue }
            defaults[settings] = .outside(adrift: judged.unknownSince[fences].map(adrift))
        }
        guard !edited.isEmpty else { return }
        for number in catalog.numbers
        where edited.contains(catalog.digestGroup(of: number)) && states.slot(of: number) == nil
            && defaults[catalog.settingsIndex(number)].isOutside && isOn(number, in: catalog)
            && !rules[catalog.settingsIndex(number)].isExpired
        {
            states[number] = FenceState(.unknown)
        }
    }

    /// A fence that is unknown while others are outside takes a state of its own, some hundred
    /// bytes: where more than so many may have been edited, all count as edited.
    private static let editedLimit = 10_000

    /// Whether fences with these settings were judged at that time of an earlier run.
    private func wasOpen(_ settings: Int, at time: UTCInstant?) -> Bool {
        guard let time, let hours = hours[settings] else { return true }
        return hours.isOpen(at: time)
    }
}
