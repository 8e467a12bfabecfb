public import ConfigurationText
import Geofencing

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
