public import FenceFiles
import Geodesy
public import Geofencing
public import Settings

/// A configuration with all files that it refers to: the input of the engine, the settings of the
/// daemon, and the problems of the files.
public struct Composition: Sendable {
    /// The configuration.
    public var configuration: Configuration
    /// The configuration of the engine, for `Input.configure`.
    public var engine: EngineConfiguration
    /// The problems of files that the configuration refers to. None of them stops the daemon: an
    /// unusable file affects only the monitors that need it.
    public var fileProblems: [FileProblem]
    /// The ground plans that cannot be used at all.
    public internal(set) var lostPlans: [LostPlan] = []

    /// Reads a configuration and the files that it refers to; reads each file once.
    ///
    /// - Parameters:
    ///   - text: the configuration, TOML 1.0.
    ///   - path: the path of the configuration, for problems and relative paths.
    ///   - overrides: `KEY=VALUE` settings that override those of the file.
    ///   - readFile: reads a file, or throws the reason why it cannot, also for a file beyond the
    ///     limit.
    /// - Returns: the composition, or all problems of the configuration itself.
    public static func load(
        _ text: String, path: String, overrides: [String] = [],
        readFile: (_ path: String, _ limit: Int) throws(UnreadableFile) -> [UInt8]
    ) -> Result<Composition, InvalidConfiguration> {
        Configuration.parse(text, path: path, overrides: overrides).map { configuration in
            Composition(configuration, readFile: readFile) { path throws(UnreadableFile) in
                FenceFile.load(try readFile(path, FenceFile.maximumBytes))
            }
        }
    }

    /// Reads the files that a configuration refers to; reads each file once.
    ///
    /// - Parameters:
    ///   - kept: a composition whose fence sets are reused, so that their files are not read again.
    ///   - readFile: reads a file, as for ``load(_:path:overrides:readFile:)``.
    ///   - loadFences: reads the fences of a file, or throws the reason why it cannot.
    public init(
        _ configuration: Configuration, keeping kept: Composition? = nil,
        readFile: (_ path: String, _ limit: Int) throws(UnreadableFile) -> [UInt8],
        loadFences: (_ path: String) throws(UnreadableFile) -> LoadedFile
    ) {
        self.configuration = configuration
        engine = EngineConfiguration()
        fileProblems = []
        engine.level = configuration.level
        engine.global = configuration.global
        engine.monitors = configuration.monitors
        findZones(readFile)
        for source in configuration.sources { engine.feeds[source.name] = source.feed }
        compileExpressions(readFile)
        for monitor in configuration.monitors where engine.fenceSets[monitor.fences] == nil {
            if monitor.fences == .runTime {
                engine.fenceSets[monitor.fences] = LoadedFences(set: .empty)
            } else if let loaded = kept?.engine.fenceSets[monitor.fences], loaded.set != nil {
                engine.fenceSets[monitor.fences] = loaded
                fileProblems += kept?.fileProblems.filter { $0.path == monitor.fences.text } ?? []
            } else {
                engine.fenceSets[monitor.fences] = fences(at: monitor.fences.text, loadFences)
            }
        }
        findPlans(readFile)
    }

    /// Reads a fence file again and replaces its fences.
    public mutating func reread(
        _ set: FenceSetName, _ loadFences: (String) throws(UnreadableFile) -> LoadedFile
    ) {
        fileProblems.removeAll { $0.path == set.text }
        engine.fenceSets[set] = fences(at: set.text, loadFences)
    }

    /// Returns the fence set of a file; without fences when the file cannot be used.
    private mutating func fences(
        at path: String, _ loadFences: (String) throws(UnreadableFile) -> LoadedFile
    ) -> LoadedFences {
        do throws(UnreadableFile) {
            let file = try loadFences(path)
            fileProblems += FenceProblem.summary(of: file.problems).map {
                FileProblem(path: path, problem: $0)
            }
            return file.fences(from: path)
        } catch {
            note(path, error.reason)
            return LoadedFences(set: nil, problems: ["\(path): \(error.reason)"])
        }
    }

    mutating func note(_ path: String, _ reason: String) {
        fileProblems.append(FileProblem(path, reason))
    }
}
