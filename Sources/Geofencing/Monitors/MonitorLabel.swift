/// What the events of a monitor tell of it: made once for all of them.
final class MonitorLabel: Sendable {
    let name: String
    /// The source it listens to.
    let source: String
    /// The text of an event's message; nil is a plain sentence.
    let wording: MessageTemplate?
    /// What the receiver of an event is asked to do.
    let actions: [String]

    /// What the names of its visits begin with.
    let visitHash: StableHash
    /// What the hashes of its fences begin with.
    let rulesHash: StableHash

    init(of definition: MonitorDefinition) {
        name = definition.name
        source = definition.source
        wording = definition.message
        actions = definition.actions
        var hash = StableHash()
        hash.combine(definition.name)
        visitHash = hash
        rulesHash = Monitor.rulesHash(of: definition)
    }
}

extension MonitorLabel: Equatable {
    static func == (left: MonitorLabel, right: MonitorLabel) -> Bool {
        left.name == right.name && left.source == right.source && left.wording == right.wording
            && left.actions == right.actions
    }
}
