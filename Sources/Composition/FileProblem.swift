public import FenceFiles

/// Why a file could not be read, as a predicate of its path.
public struct UnreadableFile: Error, Sendable, Hashable {
    /// The reason, such as `does not exist`.
    public var reason: String

    /// A file that could not be read, with the reason.
    public init(reason: String) {
        self.reason = reason
    }
}

/// A problem of a file that the configuration refers to.
public struct FileProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file.
    public var path: String
    /// What is wrong.
    public var problem: FenceProblem

    /// `PATH: PROBLEM`.
    public var description: String { "\(path): \(problem)" }
}

extension FileProblem {
    /// A problem that makes part of the file, or all of it, unusable.
    init(_ path: String, _ reason: String) {
        self.init(path: path, problem: FenceProblem(.rejected, reason))
    }
}
