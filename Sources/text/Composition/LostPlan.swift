/// An unusable ground plan, with the floor maps that need it.
public struct LostPlan: Sendable, Hashable, CustomStringConvertible {
    /// The cause, which is also one of the `fileProblems`.
    public var problem: FileProblem
    /// The names of the floor maps that need it, in the order of the configuration; at least one.
    public var floorMaps: [String]

    /// `floor map 'NAME' cannot be used: PROBLEM`.
    public var description: String {
        let names = floorMaps.map { "'\($0)'" }.joined(separator: ", ")
        return "floor map\(floorMaps.count == 1 ? "" : "s") \(names) cannot be used: \(problem)"
    }
}
