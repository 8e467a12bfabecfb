public import ConfigurationText
import Geofencing

/// All problems of a configuration, in the order of the file.
public struct InvalidConfiguration: Error, Sendable, Hashable {
    /// At least one problem.
    public var problems: [SettingsProblem]
    /// What could be read of it, for a check that reports everything at once; monitors and floor maps
    /// without a file are left out.
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
