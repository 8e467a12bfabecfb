public import Geofencing

/// A fence file as the engine takes it, and everything that is wrong with it.
public struct LoadedFile: Sendable {
    /// The fences that can be used; nil when the file as a whole could not be read.
    public var set: FenceSet?
    /// What is wrong, in the order of the file.
    public var problems: [FenceProblem]
    /// What is wrong with fences that could be read, one sentence each.
    var setProblems: [String]
    /// The ids of features that are no usable fences.
    var invalid: Set<String>

    /// A file that gave no fences, for that reason.
    init(unreadable reason: String) {
        self.init(
            set: nil, problems: [FenceProblem(.rejected, reason)], setProblems: [], invalid: [])
    }

    init(
        set: FenceSet?, problems: [FenceProblem], setProblems: [String], invalid: Set<String>
    ) {
        self.set = set
        self.problems = problems
        self.setProblems = setProblems
        self.invalid = invalid
    }

    /// What the engine is given.
    ///
    /// - Parameter path: what the problems of the set, its rejections, begin with.
    public func fences(from path: String) -> LoadedFences {
        let rejections = problems.filter { $0.severity == .rejected }.map(\.description)
        return LoadedFences(
            set: set, problems: (rejections + setProblems).map { "\(path): \($0)" },
            invalid: invalid)
    }
}
