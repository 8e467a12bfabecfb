import Chronology
import Fixes

extension Monitor {
    /// Applies a switch of a kind. Fences of a kind that is off become unknown without an event.
    /// Fences of a kind that is on again begin as at a start.
    mutating func applyKinds(
        level: KindDefaults, global: KindDefaults, step: Step?, in catalog: FenceCatalog,
        into sink: inout Sink
    ) {
        let wasDismissed = evaluator.rules.map(\.isDismissed)
        resolve(level: level, global: global, in: catalog, at: sink.clockTime)
        let switched = evaluator.rules.indices.filter {
            evaluator.rules[$0].isDismissed != wasDismissed[$0]
        }
        guard !switched.isEmpty else { return }
        evaluator.states.journal.begin(after: sink.fixNumber)
        for settings in switched { evaluator.states.defaults[settings] = DefaultState() }
        for number in evaluator.states.numbers
        where switched.contains(catalog.settingsIndex(number)) {
            dismiss(number, in: catalog, into: &sink)
        }
        if let step { evaluate(Set(switched), by: step, in: catalog, into: &sink) }
    }
}
