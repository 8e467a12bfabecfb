/// A ground plan that cannot be used, and what that costs.
public struct LostPlan: Sendable, Hashable, CustomStringConvertible {
    /// Why it cannot; one of the `fileProblems`, too.
    public var problem: FileProblem
    /// The floor maps that it is the plan of, in the order of the configuration; one or more.
    public var floorMaps: [String]

    /// `floor map 'NAME' cannot be used: PROBLEM`.
    public var description: String {
        let names = floorMaps.map { "'\($0)'" }.joined(separator: ", ")
        return "floor map\(floorMaps.count == 1 ? "" : "s") \(names) cannot be used: \(problem)"
    }
}
