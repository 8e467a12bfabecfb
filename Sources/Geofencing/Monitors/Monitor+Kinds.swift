import Chronology

extension Monitor {
    /// A kind was switched: fences of a kind that is off become unknown without an event, those of
    /// a kind that is on again begin as at a start.
    mutating func applyKinds(
        level: KindDefaults, global: KindDefaults, step: Step?, in catalog: FenceCatalog,
        into sink: inout Sink
    ) {
        let wasJudged = rules.map(\.isJudged)
        resolve(level: level, global: global, in: catalog)
        let switched = rules.indices.filter { rules[$0].isJudged != wasJudged[$0] }
        guard !switched.isEmpty else { return }
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
        neighbourhood.forget()
        nextExpiry = rules.lazy.filter { !$0.isExpired }.compactMap(\.expiresAt).min()
        for number in catalog.numbersByID where due.contains(catalog.settingsIndex(number)) {
            let state = states.removeValue(forKey: number)
            tell(
                .fenceExpired, catalog.id(number), wasInside: state?.reported == .inside,
                "has expired", into: &sink)
            if let state { leave(number, state, .fenceExpired, in: catalog, into: &sink) }
        }
    }
}
