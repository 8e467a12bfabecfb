public import FenceFiles

/// Why a file gave no bytes, as the end of a sentence that begins with its path.
public struct UnreadableFile: Error, Sendable, Hashable {
    /// Such as `does not exist`.
    public var reason: String

    /// A file that could not be read for that reason.
    public init(reason: String) {
        self.reason = reason
    }
}

/// Something wrong with a file that the configuration refers to.
public struct FileProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file.
    public var path: String
    /// What is wrong.
    public var problem: FenceProblem

    /// `PATH: PROBLEM`.
    public var description: String { "\(path): \(problem)" }
}

extension FileProblem {
    /// That something of the file, or all of it, cannot be used, for that reason.
    init(_ path: String, _ reason: String) {
        self.init(path: path, problem: FenceProblem(.rejected, reason))
    }
}
