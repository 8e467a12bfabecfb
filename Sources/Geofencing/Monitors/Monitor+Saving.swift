import Chronology

extension Monitor {
    /// Has what a memo says saved.
    @inline(__always)
    func save(_ memo: FenceMemo, in catalog: FenceCatalog, into sink: inout Sink) {
        sink.outbox.save(memo, sink.occasion(of: label, index, in: catalog))
    }

    /// Changes with every fence and every rule of the monitor.
    func judgedHash(in catalog: FenceCatalog) -> UInt64 {
        var hash = label.rulesHash
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
