/// The floor and altitude data that fences need of a fix. Fences with equal needs lack it together.
struct HeightNeeds: BitwiseCopyable, Sendable, Hashable {
    /// The floor that a fix has to be on; nil for fences that ignore floors.
    var floor: Int?
    /// Whether there are altitude limits.
    var isLimited: Bool
}

extension FenceRules {
    /// What a fence with these rules needs.
    var needs: HeightNeeds { HeightNeeds(floor: floor, isLimited: altitude.isAny) }

    /// Whether a fix without that data is no evidence for such a fence.
    var mayLack: Bool { floorPolicy == .strict && (floor != nil || altitude.isAny) }
}
