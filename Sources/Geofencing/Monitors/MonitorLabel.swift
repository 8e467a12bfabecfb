import Chronology

/// The properties of a monitor that its events contain. All events share one object.
final class MonitorLabel: Sendable {
    let name: String
    /// The key of its state, its visits and its events.
    let id: String
    /// The source of its fixes.
    let source: String
    /// Which events are reported.
    let rule: RuleType
    /// The message of events; nil for the standard sentence.
    let message: MonitorMessage?
    /// The actions that events request unless a message expression chooses others.
    let actions: [String]
    /// All actions that a message may request.
    let requestedActions: [String]
    /// The time zone of dates in a message.
    let timeZone: ZoneRule?

    /// The initial hash of the names of its visits.
    let visitHash: StableHash
    /// The initial hashes of its level fences and of its global fences.
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

    /// The initial hash of its fences of a kind.
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
