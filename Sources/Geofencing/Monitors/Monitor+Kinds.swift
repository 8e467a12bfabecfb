import Chronology

extension Monitor {
    /// A kind was switched: fences of a kind that is off become unknown without an event, those of
    /// a kind that is on again begin as at a start.
    mutating func applyKinds(
        level: KindDefaults, global: KindDefaults, step: Step?, in catalog: FenceCatalog,
        into sink: inout Sink
    ) {
        let wasDismissed = rules.map(\.isDismissed)
        resolve(level: level, global: global, in: catalog, at: sink.clockTime)
        let switched = rules.indices.filter { rules[$0].isDismissed != wasDismissed[$0] }
        guard !switched.isEmpty else { return }
        journal.begin(after: sink.fixNumber)
        for settings in switched { defaults[settings] = DefaultState() }
        for number in states.numbers.sorted()
        where switched.contains(catalog.settingsIndex(number)) {
            dismiss(number, in: catalog, into: &sink)
        }
        if let step { judge(Set(switched), by: step, in: catalog, into: &sink) }
    }
}
