import Chronology

/// One monitor at work: its status, its warnings, and what it knows of its fences.
struct Monitor: Sendable {
    /// The rules and states of its fences.
    var evaluator: FenceEvaluator
    /// The message that holds from the next start on.
    var nextMessage: MonitorMessage?
    /// The places of its source and its catalog in the engine.
    var feed: Int
    var catalog: Int
    var status = MonitorStatus.stopped
    var warnings = WarningList()
    /// How many of its events had the standard sentence because the message expression failed.
    var messageFailures = 0
    /// Why floor maps that are configured cannot be used, one sentence each.
    var lostFloorMaps: [String] = []
    /// Visits of an earlier run, until a fix says that they go on.
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
    /// What its state is saved under.
    var id: String { definition.id }

    /// Whether it has states, evaluating or paused.
    var isJudging: Bool { status == .started || status == .paused }

    /// Evaluates every fence whose state an accepted fix can change.
    mutating func evaluate(_ fix: inout JudgedFix, in catalog: FenceCatalog, into sink: inout Sink)
    {
        guard status == .started, evaluator.begin(&fix, into: &sink) else { return }
        review(&fix, into: &sink)
        if evaluator.evaluate(&fix, in: catalog, into: &sink) {
            saveAnew(in: catalog, into: &sink)
        }
    }

    /// What it reads of fixes while it runs.
    var needs: SafeDistance.Needs {
        let rules = evaluator.rules
        return SafeDistance.Needs(
            readsAccuracy: rules.readsAccuracy, limitsAccuracy: rules.limitsAccuracy,
            readsAltitude: rules.needsAltitude, leastDwellGap_s: rules.leastDwellGap_s,
            clockEdge: clockEdge)
    }

    /// Forgets everything about the fences.
    ///
    /// - Parameter fix: the number of the last fix of which nothing is known any more.
    mutating func discardStates(after fix: Int) {
        evaluator.discardStates(after: fix)
        resumed.removeAll()
    }
}
