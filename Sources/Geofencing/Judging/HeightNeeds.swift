/// What fences need to know of the height of a fix: those that need the same lack it together.
struct HeightNeeds: BitwiseCopyable, Sendable, Hashable {
    /// The floor that a fix has to be on; nil for fences that heed none.
    var floor: Int?
    /// Whether there are limits of altitude.
    var isLimited: Bool
}

extension JudgingRules {
    /// What such a fence needs.
    var needs: HeightNeeds { HeightNeeds(floor: floor, isLimited: altitude.isAny) }

    /// Whether a fix that lacks it tells nothing of such a fence.
    var mayLack: Bool { floorPolicy == .strict && (floor != nil || altitude.isAny) }
}
