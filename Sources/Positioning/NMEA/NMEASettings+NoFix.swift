/// What counts as "no fix" under these settings.
extension NMEASettings {
    /// Whether a sentence says that there is no fix; 0 N 0 E is a receiver's way to say so.
    @inline(__always)
    func saysNoFix(_ observation: Observation) -> Bool {
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
