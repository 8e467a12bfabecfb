public import Geofencing

/// A fence file in the form that the engine uses, and its problems.
public struct LoadedFile: Sendable {
    /// The usable fences; nil when the file as a whole could not be read.
    public var set: FenceSet?
    /// The problems: first those found while reading, in the order of the file, then fences whose
    /// shapes cannot be evaluated.
    public var problems: [FenceProblem]
    /// The ids of features that are not usable fences.
    var invalid: Set<String>

    /// Creates the result for a file that could not be read, with the reason.
    init(unreadable reason: String) {
        self.init(set: nil, problems: [FenceProblem(.rejected, reason)], invalid: [])
    }

    init(set: FenceSet?, problems: [FenceProblem], invalid: Set<String>) {
        self.set = set
        self.problems = problems
        self.invalid = invalid
    }

    /// Returns the fences for the engine.
    ///
    /// - Parameter path: the prefix of the set's problems.
    public func fences(from path: String) -> LoadedFences {
        let rejections = FenceProblem.summary(of: problems).filter { $0.severity == .rejected }.map(
            \.description)
        return LoadedFences(
            set: set, problems: rejections.map { "\(path): \($0)" }, invalid: invalid)
    }
}
