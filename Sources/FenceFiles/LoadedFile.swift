public import Geofencing

/// A fence file as the engine takes it, and everything that is wrong with it.
public struct LoadedFile: Sendable {
    /// The fences that can be used; nil when the file as a whole could not be read.
    public var set: FenceSet?
    /// What is wrong: with what was read, in the order of the file, then with fences that cannot be
    /// judged as they are drawn.
    public var problems: [FenceProblem]
    /// The ids of features that are no usable fences.
    var invalid: Set<String>

    /// A file that gave no fences, for that reason.
    init(unreadable reason: String) {
        self.init(set: nil, problems: [FenceProblem(.rejected, reason)], invalid: [])
    }

    init(set: FenceSet?, problems: [FenceProblem], invalid: Set<String>) {
        self.set = set
        self.problems = problems
        self.invalid = invalid
    }

    /// What the engine is given.
    ///
    /// - Parameter path: what the problems of the set, its rejections, begin with.
    public func fences(from path: String) -> LoadedFences {
        let rejections = FenceProblem.summary(of: problems).filter { $0.severity == .rejected }.map(
            \.description)
        return LoadedFences(
            set: set, problems: rejections.map { "\(path): \($0)" }, invalid: invalid)
    }
}
