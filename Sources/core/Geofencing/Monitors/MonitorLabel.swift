import Chronology
import Geodesy

/// The properties of a monitor that its events contain. All events share one object.
final class MonitorLabel: Sendable {
    let definition: MonitorDefinition
    var name: String { definition.name }
    /// The key of its state, its visits and its events.
    var id: String { definition.id }
    /// The source of its fixes.
    var source: String { definition.source }

    /// The initial hash of the names of its visits.
    let visitHash: StableHash
    /// The initial hashes of its level fences and of its global fences.
    private let levelRulesHash: StableHash
    private let globalRulesHash: StableHash

    init(of definition: MonitorDefinition, level: KindDefaults, global: KindDefaults) {
        self.definition = definition
        var hash = StableHash()
        hash.combine(definition.id)
        visitHash = hash
        levelRulesHash = definition.rulesHash(over: level)
        globalRulesHash = definition.rulesHash(over: global)
    }

    /// Returns the initial hash of its fences of a kind.
    func rulesHash(of kind: FenceKind) -> StableHash {
        switch kind {
        case .level: levelRulesHash
        case .global: globalRulesHash
        }
    }
}

extension MonitorLabel: Equatable {
    static func == (left: MonitorLabel, right: MonitorLabel) -> Bool {
        let (own, other) = (left.definition, right.definition)
        return own.name == other.name && own.id == other.id && own.source == other.source
            && own.message == other.message && own.actions == other.actions
            && own.requestedActions == other.requestedActions && own.timeZone == other.timeZone
    }
}
