import Chronology
public import FenceFiles
public import Geofencing

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

/// An unusable ground plan, with the floor maps that need it.
public struct LostPlan: Sendable, Hashable, CustomStringConvertible {
    /// The cause, which is also one of the `fileProblems`.
    public var problem: FileProblem
    /// The names of the floor maps that need it, in the order of the configuration; at least one.
    public var floorMaps: [String]

    /// `floor map 'NAME' cannot be used: PROBLEM`.
    public var description: String {
        let names = floorMaps.map { "'\($0)'" }.joined(separator: ", ")
        return "floor map\(floorMaps.count == 1 ? "" : "s") \(names) cannot be used: \(problem)"
    }
}

/// The reason why a monitor, or some of its fences, cannot be evaluated as configured.
public struct MonitorProblem: Sendable, Hashable, CustomStringConvertible {
    /// The name of the monitor.
    public var monitor: String
    /// The problem and its remedy, in one sentence.
    public var reason: String

    /// `monitor NAME: REASON`.
    public var description: String { "monitor \(monitor): \(reason)" }
}

extension EngineConfiguration {
    /// The problems because of which monitors, or some of their fences, cannot be evaluated as
    /// configured, except problems of the files.
    public var monitorProblems: [MonitorProblem] {
        let (problems, failed) = problems(of: monitors)
        // A monitor that cannot start does not check its fences.
        let others = self.problems(
            of: failed.map { definition in
                var startable = definition
                startable.message = nil
                startable.timeZone = .utc
                return startable
            })
        return problems + others.problems
    }

    /// Returns the warnings of monitors at their start, and the monitors that do not start.
    private func problems(
        of monitors: [MonitorDefinition]
    ) -> (problems: [MonitorProblem], failed: [MonitorDefinition]) {
        guard !monitors.isEmpty else { return ([], []) }
        var trial = self
        trial.monitors = monitors
        for index in trial.monitors.indices { trial.monitors[index].autostart = true }
        // The composition already contains the problems of the files themselves.
        let unusable = Set(trial.fenceSets.filter { $0.value.set == nil }.keys)
        trial.fenceSets = trial.fenceSets.mapValues { loaded in
            LoadedFences(set: loaded.set ?? .empty, invalid: loaded.invalid)
        }
        trial.unusableFloorMaps = []
        var engine = Engine()
        _ = engine.handle(.configure(trial), at: BootInstant(nanoseconds: 0))
        let problems = engine.monitors().flatMap { monitor in
            monitor.warnings.filter {
                $0.code != .feedNotRunning
                    && ($0.code != .noValidFences || !unusable.contains(monitor.definition.fences))
            }.map {
                MonitorProblem(monitor: monitor.definition.name, reason: $0.message)
            }
        }
        let failed = Set(
            engine.monitors().filter { $0.status == .failedToStart }.map(\.definition.name))
        return (problems, monitors.filter { failed.contains($0.name) })
    }
}

/// An absolute path without `.`, `..` and redundant slashes. Does not resolve links.
public struct AbsolutePath: Sendable, Hashable {
    /// The path, with a slash before each name.
    public let text: String

    /// Resolves a path against a directory, whose own path is absolute.
    public init(_ path: String, from directory: String) {
        var names: [Substring] = []
        for name in ((path.hasPrefix("/") ? "" : directory + "/") + path).split(separator: "/") {
            switch name {
            case ".": continue
            case "..": _ = names.popLast()
            default: names.append(name)
            }
        }
        text = names.isEmpty ? "/" : names.reduce(into: "") { $0 += "/" + $1 }
    }
}
