import ConfigurationText
public import FenceFiles
import Geofencing
public import Settings

/// The result of checking a configuration: all problems of the configuration and of the files that
/// it names, and one verdict.
public struct Examination: Sendable {
    /// The verdict of a check.
    public enum Verdict: Sendable, Hashable, CaseIterable {
        /// The configuration has no problems.
        case valid
        /// Every monitor, file and fence of the configuration works, but there are warnings.
        case usable
        /// The configuration itself is valid, but one of its monitors cannot start, or a file or a
        /// fence cannot be used.
        case namesInvalid
        /// The configuration itself is invalid, and the daemon does not start with it.
        case invalid

        /// The exit status of a check, as in sysexits.h: 0, 65 or 78.
        public var exitStatus: Int32 {
            switch self {
            case .valid, .usable: 0
            case .namesInvalid: 65
            case .invalid: 78
            }
        }

        /// The verdict as the end of a sentence that begins with the path.
        public var text: String {
            switch self {
            case .valid: "is valid"
            case .usable: "is usable, with the warnings above"
            case .namesInvalid: "is valid, but something that it refers to is not"
            case .invalid: "is not a valid configuration"
            }
        }
    }

    /// The configuration with its files, as far as they could be read.
    public let composition: Composition
    /// All problems, one sentence each: of the configuration, groups, files, sources and monitors,
    /// and likely mistakes in valid settings.
    public let problems: [String]
    /// The verdict.
    public let verdict: Verdict

    /// Checks a configuration and everything that it names.
    ///
    /// - Parameters:
    ///   - parsed: the configuration, or its problems.
    ///   - path: its path.
    ///   - lack: returns why a group cannot be given rights; nil for a group that can.
    ///   - exists: whether a path exists.
    ///   - readFile: reads a file, as for `Composition`.
    ///   - loadFences: reads fences, as for `Composition`.
    public init(
        _ parsed: Result<Configuration, InvalidConfiguration>, path: String,
        lack: (_ name: String) -> GroupProblem.Cause?,
        exists: (_ path: String) -> Bool,
        readFile: (_ path: String, _ limit: Int) throws(UnreadableFile) -> [UInt8],
        loadFences: (_ path: String) throws(UnreadableFile) -> LoadedFile
    ) {
        let configuration: Configuration
        var problems: [String] = []
        switch parsed {
        case .success(let valid): configuration = valid
        case .failure(let invalid):
            configuration = invalid.configuration
            problems = invalid.problems.map(\.description)
        }
        let isInvalid = !problems.isEmpty
        let composition = Composition(
            configuration, readFile: readFile, loadFences: loadFences)
        // The group of the socket is unknown until the daemon runs.
        problems += configuration.groupProblems(lack: lack) { _ in true }.map(\.description)
        if !isInvalid, let emptiness = configuration.emptiness(of: path) {
            problems.append(emptiness)
        }
        problems += composition.fileProblems.map(\.description)
        // The valid rest of an invalid configuration may differ from a corrected configuration.
        let ownProblems =
            isInvalid
            ? []
            : configuration.lacks(exists: exists) + composition.configuration.sourceProblems
                + composition.engine.monitorProblems.map(\.description)
        problems += ownProblems
        if !isInvalid { problems += composition.remarks }
        self.composition = composition
        self.problems = problems
        if isInvalid {
            verdict = .invalid
        } else if !ownProblems.isEmpty
            || composition.fileProblems.contains(where: { $0.problem.severity == .rejected })
        {
            verdict = .namesInvalid
        } else {
            verdict = problems.isEmpty ? .valid : .usable
        }
    }

    /// The number of fences in all files that could be read.
    public var fenceCount: Int {
        composition.engine.fenceSets.values.reduce(0) { $0 + ($1.set?.count ?? 0) }
    }
}
