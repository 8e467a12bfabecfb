/// What the events of a monitor tell of it: made once for all of them.
struct MonitorLabel: Sendable, Hashable {
    var name: String
    /// The source it listens to.
    var source: String
    /// The text of an event's message; nil is a plain sentence.
    var wording: MessageTemplate?
    /// What the receiver of an event is asked to do.
    var actions: [String]

    /// What the names of its visits begin with.
    var visitHash = StableHash()

    init(of definition: MonitorDefinition) {
        name = definition.name
        source = definition.source
        wording = definition.message
        actions = definition.actions
        visitHash.combine(name)
    }
}
