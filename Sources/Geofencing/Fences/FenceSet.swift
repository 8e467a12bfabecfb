/// The fences of one file, prepared for judging. Immutable; monitors share it.
public struct FenceSet: Sendable {
    /// The fences in order of id.
    public let fences: [Fence]

    /// The set of those fences, or the problems of each that cannot be judged.
    public static func make(_ fences: [Fence]) -> LoadedFences {
        LoadedFences(set: FenceSet(fences: fences.sorted { $0.id < $1.id }))
    }

    /// How many fences there are.
    public var count: Int { fences.count }

    private init(fences: [Fence]) {
        self.fences = fences
    }
}
