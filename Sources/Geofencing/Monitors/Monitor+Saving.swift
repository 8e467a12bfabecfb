import Chronology

extension Monitor {
    /// Has a state saved.
    func save(
        _ state: FenceState, _ number: FenceNumber, in catalog: FenceCatalog,
        into sink: inout Sink
    ) {
        sink.outbox.save(memo(of: state, number, at: sink.now, in: catalog))
    }

    /// What is to be saved of a fence.
    func memo(
        of state: FenceState, _ number: FenceNumber, at now: BootInstant, in catalog: FenceCatalog
    ) -> FenceMemo {
        FenceMemo(
            of: catalog.label(number), under: label, rulesHash: rulesHash, state: state, now: now)
    }

    /// Changes with every fence and every rule of the monitor.
    func judgedHash(in catalog: FenceCatalog) -> UInt64 {
        var hash = rulesHash
        hash.combine(catalog.contentHash)
        return hash.value
    }

    /// What the hashes of all its fences begin with.
    static func rulesHash(of definition: MonitorDefinition) -> StableHash {
        var hash = StableHash()
        hash.combine(definition.source)
        hash.combine(definition.fences.text)
        hash.combine(definition.relation.rawValue)
        hash.combine(definition.accuracyMode.rawValue)
        hash.combine(definition.buffer_m)
        hash.combine(definition.toleranceEnter)
        hash.combine(definition.toleranceExit)
        return hash
    }
}
