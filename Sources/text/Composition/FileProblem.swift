public import FenceFiles

/// The reason why a file could not be read, as a predicate of its path.
public struct UnreadableFile: Error, Sendable, Hashable {
    /// The reason, such as `does not exist`.
    public var reason: String

    /// Creates the error with its reason.
    public init(reason: String) {
        self.reason = reason
    }
}

/// A problem of a file that the configuration refers to.
public struct FileProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file.
    public var path: String
    /// The problem in the file.
    public var problem: FenceProblem

    /// `PATH: PROBLEM`.
    public var description: String { "\(path): \(problem)" }
}

extension FileProblem {
    /// Creates a problem that makes the file, or a part of it, unusable.
    init(_ path: String, _ reason: String) {
        self.init(path: path, problem: FenceProblem(.rejected, reason))
    }
}
