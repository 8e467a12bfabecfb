import Chronology
import Geodesy

/// Evaluates the fences of one monitor: measures fences from a fix, applies the evidence to their
/// states, and emits and saves the changes.
struct FenceEvaluator: Sendable {
    var rules: MonitorRules
    var states = FenceStates()
    /// The fences near the receiver.
    var nearby = NearbyFences()
    /// Measured fences whose evidence may change their state.
    var pending: [PendingEvaluation] = []
    /// The class and the accuracy of the last fix.
    var lastClass: FixClass?
    var lastAccuracy = AccuracyRadius.none
    /// The last fix before a pause of the monitor; nil after the first fix that follows the pause.
    var interruption: UnknownSince?
    /// The present runs of fixes without the floor or altitude that fences need, by that need.
    var lacks: [HeightNeeds: Lack] = [:]
    /// The enclosing radii in metres that were computed so far; tolerances refer to them.
    var enclosingRadii: [FenceNumber: Double] = [:]

    init(rules: MonitorRules) { self.rules = rules }

    var definition: MonitorDefinition { rules.definition }
    var reading: AccuracyReading { rules.reading }

    /// Discards all states of the fences.
    ///
    /// - Parameter fix: the number of the last fix; states up to it can no longer be explained.
    mutating func discardStates(after fix: Int) {
        states.removeAll(settingsCount: rules.list.count, after: fix)
        enclosingRadii.removeAll()
        nearby.invalidate()
        lacks.removeAll()
    }

    /// Discards receiver times, because the time scale of the receiver starts again. From now on
    /// only the boot clock dates the data that waits for a later fix.
    mutating func forgetTime() {
        interruption?.time = nil
        for needs in lacks.keys { lacks[needs]?.before?.time = nil }
        states.forgetTime()
    }

    /// Whether every fence without a state of its own is known to be outside.
    var hasEvaluatedAll: Bool { hasEvaluated(states.defaults.indices) }

    /// Whether this holds for one class of fences; for a class without fences, for all fences.
    func hasEvaluated(_ fences: FenceClass) -> Bool {
        let own = rules.indices.filter { rules[$0].fenceClass == fences }
        return hasEvaluated(own.isEmpty ? Array(rules.indices) : own)
    }

    private func hasEvaluated(_ settings: some Sequence<Int>) -> Bool {
        settings.allSatisfy { states.defaults[$0].isOutside || !rules[$0].isEvaluated }
    }

    /// Returns the numbers of the fences that are inside, in order of id.
    func insideNumbers(in catalog: FenceCatalog) -> [FenceNumber] {
        let numbers = states.compactMap { $1.reported == .inside ? $0 : nil }
        return numbers.map { ($0, catalog.id($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }
}
