/// The sentences that count as "no fix" with these settings.
extension NMEASettings {
    /// Whether a sentence reports that there is no fix. Some receivers send 0 N 0 E for that.
    @inline(__always)
    func isNoFix(_ observation: Observation) -> Bool {
        if observation.kind == .gsa { return observation.dimensions == EpochAssembler.noSolution }
        return isNoFix(observation.verdict)
            || observation.hasPosition && isNullIsland(observation.latitude, observation.longitude)
    }

    @inline(__always)
    func isNullIsland(_ latitude: Double, _ longitude: Double) -> Bool {
        latitude == 0 && longitude == 0 && !allowsNullIsland
    }

    @inline(__always)
    func isNoFix(_ verdict: Observation.Verdict) -> Bool {
        switch verdict {
        case .void, .notMeasured: true
        case .deadReckoned: !acceptsDeadReckoning
        case .silent, .valid: false
        }
    }
}
