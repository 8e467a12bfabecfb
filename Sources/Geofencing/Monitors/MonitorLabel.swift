import Chronology

/// What the events of a monitor tell of it: made once for all of them.
final class MonitorLabel: Sendable {
    let name: String
    /// What its state, its visits and its events are kept under.
    let id: String
    /// The source it listens to.
    let source: String
    /// Which events are reported.
    let rule: RuleType
    /// What makes the message of an event; nil is the standard sentence.
    let message: MonitorMessage?
    /// What the reader of an event is asked to do.
    let actions: [String]
    /// Every action that a message may ask for.
    let requestedActions: [String]
    /// The zone of dates in a message.
    let timeZone: ZoneRule?

    /// What the names of its visits begin with.
    let visitHash: StableHash
    /// What the hashes of its fences begin with, level ones and global ones.
    private let levelRulesHash: StableHash
    private let globalRulesHash: StableHash

    init(of definition: MonitorDefinition, level: KindDefaults, global: KindDefaults) {
        name = definition.name
        id = definition.id
        source = definition.source
        rule = definition.rule
        message = definition.message
        actions = definition.actions
        requestedActions = definition.requestedActions
        timeZone = definition.timeZone
        var hash = StableHash()
        hash.combine(definition.id)
        visitHash = hash
        levelRulesHash = definition.rulesHash(over: level)
        globalRulesHash = definition.rulesHash(over: global)
    }

    /// What the hashes of its fences of a kind begin with.
    func rulesHash(of kind: FenceKind) -> StableHash {
        switch kind {
        case .level: levelRulesHash
        case .global: globalRulesHash
        }
    }
}

extension MonitorLabel: Equatable {
    static func == (left: MonitorLabel, right: MonitorLabel) -> Bool {
        left.name == right.name && left.id == right.id && left.source == right.source
            && left.message == right.message && left.actions == right.actions
            && left.requestedActions == right.requestedActions
            && left.timeZone == right.timeZone
    }
}
