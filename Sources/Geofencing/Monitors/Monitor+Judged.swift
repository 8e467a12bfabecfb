import Chronology

extension Monitor {
    /// Whether every fence without a state of its own is known to be outside.
    var hasJudgedAll: Bool {
        isJudging && defaults.indices.allSatisfy { defaults[$0].isOutside || !rules[$0].isJudged }
    }

    /// What it has judged, as soon as that is every fence.
    func judged(in catalog: FenceCatalog) -> JudgedFences {
        let rules = FenceKind.allCases.map { ($0, judgedRulesHash(of: $0)) }
        return JudgedFences(
            rules: Dictionary(uniqueKeysWithValues: rules), fences: catalog.digest)
    }

    /// Changes with everything that decides how fences of a kind are judged, and whether they are.
    private func judgedRulesHash(of kind: FenceKind) -> UInt64 {
        var hash = label.rulesHash(of: kind)
        hash.combine(UInt64((kind == .level ? level : global).enabled ? 1 : 0))
        hash.combine(definition.schedule?.text ?? "")
        hash.combine(definition.timeZone?.name ?? "")
        return hash.value
    }

    /// Takes the fences that have been judged for outside, except for those edited since and those
    /// whose rules were.
    ///
    /// - Parameter time: of the last fix by which they were judged.
    mutating func takeUp(_ judged: JudgedFences, at time: UTCInstant?, in catalog: FenceCatalog) {
        let edited = catalog.digest.groups(differingFrom: judged.fences)
        guard edited.count * catalog.count <= Self.editedLimit * FenceDigest.groupCount else {
            return
        }
        for settings in defaults.indices where wasOpen(settings, at: time) {
            let kind = rules[settings].kind
            if judged.rules[kind] == judgedRulesHash(of: kind) { defaults[settings] = .outside }
        }
        guard !edited.isEmpty else { return }
        for number in catalog.numbers
        where edited.contains(catalog.digestGroup(of: number)) && states.slot(of: number) == nil
            && defaults[catalog.settingsIndex(number)].isOutside && isOn(number, in: catalog)
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
