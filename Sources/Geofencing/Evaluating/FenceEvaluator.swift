import Chronology
import Geodesy

/// Evaluates the fences of one monitor: what is known of each, and the path of a fix from measuring a
/// fence to its new state and what is emitted and saved of it.
struct FenceEvaluator: Sendable {
    var rules: MonitorRules
    /// What is known of all fences of each of the catalog's settings that have no state of their own.
    var defaults: [DefaultState] = []
    /// Fences that are not plainly outside.
    var states = StateTable()
    /// How many states there have to be for a look at which of them may be dropped.
    var lapseCheckCount = fewStates
    /// What the states were before.
    var journal = StateJournal()
    /// The fences near the receiver.
    var nearby = NearbyFences()
    /// The fences of which the present fix says more than what is known.
    var pending: [PendingEvaluation] = []
    /// The class of the last fix, and how accurate it was.
    var lastClass: FixClass?
    var lastAccuracy = AccuracyRadius.none
    /// The last fix before a pause, until the first one after it.
    var interruption: Adrift?
    /// Since when the fixes lack the floor or altitude that fences need, by what these need.
    var lacks: [HeightNeeds: Lack] = [:]
    /// Enclosing radii that tolerances have asked for.
    var enclosingRadii: [FenceNumber: Double] = [:]

    init(rules: MonitorRules) { self.rules = rules }

    var definition: MonitorDefinition { rules.definition }
    var label: MonitorLabel { rules.label }
    var reading: AccuracyReading { rules.reading }
    var index: Int { rules.index }
    var name: String { rules.definition.name }

    /// The state of a fence, its own or the one that all of its settings share.
    func state(of number: FenceNumber, settings: Int) -> FenceState {
        states.slot(of: number).map(states.state) ?? defaults[settings].state
    }

    /// Forgets everything about the fences: while the monitor is stopped others may take their numbers.
    ///
    /// - Parameter fix: the number of the last fix of which nothing is known any more.
    mutating func discardStates(after fix: Int) {
        states.removeAll()
        lapseCheckCount = Self.fewStates
        journal.begin(after: fix)
        enclosingRadii.removeAll()
        nearby.invalidate()
        lacks.removeAll()
        defaults = rules.map { _ in DefaultState() }
    }

    /// Whether every fence without a state of its own is known to be outside.
    var hasEvaluatedAll: Bool { hasEvaluated(defaults.indices) }

    /// Whether that is so of a class of fences; one without fences is as all others.
    func hasEvaluated(_ fences: FenceClass) -> Bool {
        let own = rules.indices.filter { rules[$0].fenceClass == fences }
        return hasEvaluated(own.isEmpty ? Array(rules.indices) : own)
    }

    private func hasEvaluated(_ settings: some Sequence<Int>) -> Bool {
        settings.allSatisfy { defaults[$0].isOutside || !rules[$0].isJudged }
    }

    /// The numbers of the fences that are inside, in order of id.
    func insideNumbers(in catalog: FenceCatalog) -> [FenceNumber] {
        let numbers = states.compactMap { $1.reported == .inside ? $0 : nil }
        return numbers.map { ($0, catalog.id($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// Has the state of a fence saved.
    func save(
        _ number: FenceNumber, _ state: FenceState, settings: Int,
        in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let memo = memo(
            of: number, state, settings: settings, after: sink.lastFix,
            staleLimit_s: sink.staleLimit_s, at: sink.now)
        sink.outbox.save(memo, sink.occasion(of: label, index, in: catalog))
    }

    /// What is to be saved of a fence in a state at an instant after the last fix.
    func memo(
        of number: FenceNumber, _ state: FenceState, settings: Int,
        after lastFix: AcceptedFix?, staleLimit_s: Double, at now: BootInstant
    ) -> FenceMemo {
        let dwell = rules.dwellToSave(
            state.dwell, settings: settings, heldSince: state.heldSince, after: lastFix,
            staleLimit_s: staleLimit_s, at: now)
        return FenceMemo(
            of: number, state, dwell: dwell, beside: defaults[settings].adrift,
            since: interruption)
    }
}
