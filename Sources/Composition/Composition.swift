import Chronology
public import FenceFiles
import Geodesy
public import Geofencing
public import Settings

/// A configuration with everything it refers to: what the engine takes, what the daemon plugs in,
/// and what is wrong with single files.
public struct Composition: Sendable {
    /// The configuration as written.
    public var configuration: Configuration
    /// What the engine takes: `Input.configure`.
    public var engine: EngineConfiguration
    /// What is wrong with the files the configuration refers to. Nothing here stops the daemon: a
    /// file that cannot be used costs the monitors that need it.
    public var fileProblems: [FileProblem]
    /// Which ground plans cannot be used at all.
    public internal(set) var lostPlans: [LostPlan] = []

    /// Reads a configuration and the files it refers to, each once.
    ///
    /// - Parameters:
    ///   - text: the configuration, TOML 1.0.
    ///   - path: its path, for problems and relative paths.
    ///   - overrides: `KEY=VALUE` settings over those of the file.
    ///   - readFile: the bytes of a file, or why there are none. More bytes than the limit are such
    ///     a reason.
    /// - Returns: the composition, or everything that is wrong with the configuration itself.
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

    /// Reads the files that a configuration refers to, each once.
    ///
    /// - Parameters:
    ///   - readFile: as above.
    ///   - loadFences: the fences of a file, or why there are none.
    public init(
        _ configuration: Configuration,
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
        for monitor in configuration.monitors where engine.fenceSets[monitor.fences] == nil {
            engine.fenceSets[monitor.fences] = fences(at: monitor.fences.text, loadFences)
        }
        findPlans(readFile)
    }

    /// The fence set of a file; without fences when the file cannot be used.
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

    /// What keeps monitors, or fences of theirs, from being judged as they are configured, though
    /// every file by itself is good.
    public var monitorProblems: [MonitorProblem] {
        var trial = engine
        for index in trial.monitors.indices { trial.monitors[index].autostart = true }
        // What the files say for themselves is in `fileProblems`.
        trial.fenceSets = trial.fenceSets.compactMapValues { loaded in
            loaded.set.map { LoadedFences(set: $0, invalid: loaded.invalid) }
        }
        trial.lostFloorMaps = []
        trial.monitors.removeAll { [sets = trial.fenceSets] in sets[$0.fences] == nil }
        var judge = Engine()
        _ = judge.handle(.configure(trial), at: BootInstant(nanoseconds: 0))
        return judge.monitors().flatMap { monitor in
            monitor.warnings.filter { $0.code != .feedNotRunning }.map {
                MonitorProblem(monitor: monitor.definition.name, reason: $0.message)
            }
        }
    }

    mutating func note(_ path: String, _ reason: String) {
        fileProblems.append(FileProblem(path, reason))
    }
}
