public import Geofencing

/// A `geofenced.toml` whose every value was checked, as far as that goes without other files.
public struct Configuration: Sendable, Hashable {
    /// Bytes of the text of a configuration; a thousand monitors fit in a tenth of it.
    public static let maximumBytes = 4 << 20

    /// What the daemon as a process needs.
    public var daemon = DaemonSettings()
    /// Defaults of level fences.
    public var level = KindDefaults()
    /// Defaults of global fences.
    public var global = KindDefaults()
    /// The sources in the order of the file; names are unique.
    public var sources: [SourceSettings] = []
    /// The monitors in the order of the file; names are unique, each source exists.
    ///
    /// The name of the fence set is the path of its file, a relative one taken from the directory of the
    /// configuration, or `FenceSetName.runTime`.
    public var monitors: [MonitorDefinition] = []
    /// The zones that are named and not described, such as `Europe/Berlin`, by the name of the
    /// monitor that has no zone until the rule behind the name is read.
    public var zoneNames: [String: NamedZone] = [:]
    /// The buildings in the order of the file; names are unique.
    public var floorMaps: [FloorMapSettings] = []

    /// The fence files and ground plans it refers to, a file as often as it is named.
    public var files: [String] {
        monitors.map(\.fences).filter { $0 != .runTime }.map(\.text)
            + floorMaps.compactMap { map in
                if case .file(let path) = map.building { path } else { nil }
            }
    }

    /// Whether it has neither sources nor monitors, as an empty file.
    public var isEmpty: Bool { sources.isEmpty && monitors.isEmpty }

    /// A configuration that watches nothing.
    public init() {}

    /// The configuration that `text` describes, or everything that is wrong with it.
    ///
    /// - Parameters:
    ///   - text: TOML 1.0.
    ///   - path: the path of the file, for problems and for the relative paths in it.
    ///   - overrides: settings over those of the file, each `KEY=VALUE` such as
    ///     `monitor.garden.buffer_m=10` or `defaults.global.ignore_period_s=0`; the value is TOML,
    ///     a string may stand without quotes.
    public static func parse(
        _ text: String, path: String, overrides: [String] = []
    ) -> Result<Configuration, InvalidConfiguration> {
        let (configuration, findings) = read(text, path: path, overrides: overrides)
        guard findings.problems.isEmpty else {
            return .failure(
                InvalidConfiguration(
                    problems: findings.problems, configuration: configuration))
        }
        return .success(configuration)
    }
}
