import Chronology

extension Monitor {
    /// Has a state saved: as a record, or as none where it is plainly outside.
    func save(
        _ state: FenceState, _ number: FenceNumber, in catalog: FenceCatalog,
        into sink: inout Sink
    ) {
        sink.outbox.save(
            state.isPlainlyOutside(adrift: state.adrift)
                ? .forgetFence(monitor: name, fence: catalog.id(number))
                : .fence(record(of: state, number, at: sink.now, in: catalog)))
    }

    /// The saved form of a state.
    func record(
        of state: FenceState, _ number: FenceNumber, at now: BootInstant, in catalog: FenceCatalog
    ) -> FenceRecord {
        FenceRecord(
            monitor: name, fence: catalog.id(number), fenceHash: fenceHash(number, in: catalog),
            reported: state.reported, raw: state.raw,
            window_s: state.window == .overdue ? 0 : state.window.end?.seconds(since: now),
            visit: state.visit?.id, enteredAt_ns: state.visit?.enteredAt?.nanoseconds,
            rawChangedAt_ns: state.changedAt?.nanoseconds,
            dwelt_s: state.dwell?.seconds(at: now) ?? 0, dwellsSent: state.dwell?.sent ?? 0,
            suppressedToggles: state.suppressedToggles, recordedAt_ns: now.nanoseconds)
    }

    /// Changes with everything that decides how the fence is judged.
    func fenceHash(_ number: FenceNumber, in catalog: FenceCatalog) -> UInt64 {
        var hash = rulesHash
        hash.combine(UInt64(catalog.contentHash(number)))
        return hash.value
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
