import Chronology
import Fixes
import Messages

/// One monitor at run time: its status, its warnings and the states of its fences.
struct Monitor: Sendable {
    /// The rules and states of its fences.
    var evaluator: FenceEvaluator
    /// The message that applies from the next start on.
    var nextMessage: MonitorMessage?
    /// The indices of its source and its catalog in the engine.
    var feed: Int
    var catalog: Int
    var status = MonitorStatus.stopped
    var warnings = WarningList()
    /// The number of its events with the standard sentence because the message expression failed.
    var messageFailures = 0
    /// Why configured floor maps cannot be used, one sentence each.
    var unusableFloorMaps: [String] = []
    /// Visits of an earlier run that no fix has confirmed yet.
    var resumed: Set<VisitName> = []
    /// When the next fence expires, opens or closes, on the time scale of the source.
    var clockEdge = ClockEdge.none

    init(definition: MonitorDefinition, index: Int, feed: Int, catalog: Int) {
        evaluator = FenceEvaluator(rules: MonitorRules(definition: definition, index: index))
        nextMessage = definition.message
        self.feed = feed
        self.catalog = catalog
    }

    var definition: MonitorDefinition { evaluator.rules.definition }
    var label: MonitorLabel { evaluator.rules.label }
    var name: String { definition.name }
    /// The key of its saved state.
    var id: String { definition.id }

    /// Whether the monitor has states: it is started or paused.
    var isEvaluating: Bool { status == .started || status == .paused }

    /// Evaluates every fence whose state an accepted fix can change.
    mutating func evaluate(
        _ fix: inout EvaluatedFix, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        guard status == .started, evaluator.begin(&fix, into: &sink) else { return }
        review(fix, into: &sink)
        if evaluator.evaluate(&fix, in: catalog, into: &sink) {
            saveAgain(in: catalog, into: &sink)
        }
    }

    /// The properties of fixes that the monitor reads while it runs.
    var needs: SafeDistance.Needs {
        let rules = evaluator.rules
        return SafeDistance.Needs(
            readsAccuracy: rules.readsAccuracy, limitsAccuracy: rules.limitsAccuracy,
            readsAltitude: rules.needsAltitude, leastDwellGap_s: rules.leastDwellGap_s,
            clockEdge: clockEdge)
    }

    /// Discards the states of all fences.
    ///
    /// - Parameter fix: the number of the last fix whose effects can no longer be explained.
    mutating func discardStates(after fix: Int) {
        evaluator.discardStates(after: fix)
        resumed.removeAll()
    }
}
