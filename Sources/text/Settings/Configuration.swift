public import ConfigurationText
public import Geofencing

/// A valid `geofenced.toml`. Every value was checked, except against other files.
public struct Configuration: Sendable, Hashable {
    /// The maximum size of the text in bytes. A thousand monitors fit in a tenth of it.
    public static let maximumBytes = 4 << 20

    /// The settings of the daemon process.
    public var daemon = DaemonSettings()
    /// The defaults of level fences.
    public var level = KindDefaults()
    /// The defaults of global fences.
    public var global = KindDefaults()
    /// The sources, in the order of the file; names are unique.
    public var sources: [SourceSettings] = []
    /// The monitors, in the order of the file; names are unique and each source exists.
    ///
    /// The name of the fence set is the path of its file (a relative path is relative to the directory
    /// of the configuration) or `FenceSetName.runTime`.
    public var monitors: [MonitorDefinition] = []
    /// The names of the monitors in the file, regardless of changes at run time.
    public var fileMonitors: [String] = []
    /// The time zones given by name, such as `Europe/Berlin`, by monitor. Their rules must still be
    /// read.
    public var zoneNames: [String: NamedZone] = [:]
    /// The buildings, in the order of the file; names are unique.
    public var floorMaps: [FloorMapSettings] = []

    /// The fence files and ground plans that the configuration refers to, once for each reference.
    public var files: [String] {
        monitors.map(\.fences).filter { $0 != .runTime }.map(\.text)
            + floorMaps.compactMap { map in
                if case .file(let path) = map.building { path } else { nil }
            }
    }

    /// Whether the configuration has neither sources nor monitors, like an empty file.
    public var isEmpty: Bool { sources.isEmpty && monitors.isEmpty }

    /// Creates an empty configuration.
    public init() {}

    /// Parses a configuration, or returns all its problems.
    ///
    /// - Parameters:
    ///   - text: TOML 1.0.
    ///   - path: the path of the file, for problems and for resolving relative paths.
    ///   - overrides: settings that override those of the file, each `KEY=VALUE` such as
    ///     `monitor.garden.buffer_m=10` or `defaults.global.ignore_period_s=0`. The value is TOML; a
    ///     string may be without quotes.
    ///   - monitors: changes of monitors at run time, applied to the file before the overrides.
    public static func parse(
        _ text: String, path: String, overrides: [String] = [],
        monitors: RuntimeMonitors = RuntimeMonitors()
    ) -> Result<Configuration, InvalidConfiguration> {
        let (configuration, findings) = read(
            text, path: path, overrides: overrides, monitors: monitors)
        guard findings.problems.isEmpty else {
            return .failure(
                InvalidConfiguration(
                    problems: findings.problems, configuration: configuration))
        }
        return .success(configuration)
    }
}

/// All problems of a configuration, in the order of the file.
public struct InvalidConfiguration: Error, Sendable, Hashable {
    /// The problems; at least one.
    public var problems: [SettingsProblem]
    /// The valid parts of the configuration, for a check that reports everything at once. Monitors
    /// and floor maps without a file are left out.
    public let configuration: Configuration

    init(problems: [SettingsProblem], configuration: Configuration) {
        precondition(!problems.isEmpty, "a configuration without problems is valid")
        self.problems = problems
        var configuration = configuration
        configuration.monitors.removeAll { $0.fences.text.isEmpty }
        configuration.floorMaps.removeAll { $0.building == .file("") }
        self.configuration = configuration
    }
}

/// A time zone given by name, such as `Europe/Berlin`.
public struct NamedZone: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The position of the name in the configuration, as a problem without a reason.
    public var place: SettingsProblem

    /// Returns a problem with the zone at that position.
    public func problem(_ reason: String) -> SettingsProblem {
        var problem = place
        problem.reason = reason
        return problem
    }
}
