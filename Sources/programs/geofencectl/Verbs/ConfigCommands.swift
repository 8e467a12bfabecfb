internal import ArgumentParser
internal import Composition
internal import ControlProtocol
internal import FenceFiles
internal import Geofencing
internal import Settings
internal import Suggestions

/// `geofencectl config …`
struct ConfigCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Show the configuration in force, or check a file.",
        subcommands: [ConfigShowCommand.self, ConfigCheckCommand.self])
}

/// `geofencectl config show`
struct ConfigShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the configuration that the daemon has in force.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let shown = try connection.connect().call(.configShow, Nothing(), as: ConfigShown.self)
        output.print(shown) { shown in
            var text =
                "# \(printable(shown.path)), in force since \(TimeText.seconds(shown.loaded_at))\n"
            for file in shown.fence_files {
                text += "# \(printable(file.path)): \(counted(file.fences, "fence"))\n"
                if let count = file.overridden {
                    text +=
                        "#   ! \(counted(count, "fence of it is", "fences of it are")) as changed"
                        + " at run time; to follow it again: geofencectl fence revert --set \(printable(file.path))\n"
                }
                if let count = file.added {
                    let fences = counted(count, "fence more was", "fences more were")
                    text += "#   \(fences) added at run time\n"
                }
                for problem in file.problems { text += "#   ! \(printable(problem))\n" }
            }
            for line in MonitorTable.lines(of: shown.runtime_monitors) { text += "# \(line)" }
            return text + "\n" + shown.text
        }
    }
}

/// `geofencectl config check`
struct ConfigCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check a configuration and every fence file it names.",
        discussion: """
            Works without the daemon, shows all problems at once, and has the same verdict as \
            geofenced --check-config. Exits with 78 when the configuration is invalid, and with 65 when it \
            is valid but refers to something that is not: a fence file or ground plan, a fence in it, a time \
            zone, or a monitor that cannot start or evaluate all of its fences.
            """)

    @Argument(help: "The configuration.", completion: .file(extensions: ["toml"]))
    var file: String = NamedConfiguration.usualPath
    @OptionGroup var output: OutputOptions

    /// The printed result.
    struct Report: Encodable {
        /// The configuration file.
        var path: String
        /// The number of sources.
        var sources: Int
        /// The number of monitors.
        var monitors: Int
        /// The number of fences in its files.
        var fences: Int
        /// Missing groups, problems of fence files, sources that cannot start, fences that
        /// monitors cannot evaluate, and likely mistakes in valid settings.
        var problems: [String]
    }

    func run() throws {
        let examination = try NamedConfiguration.examine(file)
        let configuration = examination.composition.configuration
        let report = Report(
            path: file, sources: configuration.sources.count,
            monitors: configuration.monitors.count, fences: examination.fenceCount,
            problems: examination.problems)
        if examination.verdict == .invalid {
            var failure = CommandFailure(
                .badConfiguration, "\(file) \(examination.verdict.text).")
            failure.problems = examination.problems
            throw failure
        }
        output.print(report) { report in
            return report.problems.map { printable($0) + "\n" }.joined()
                + "\(printable(report.path)) \(examination.verdict.text): "
                + "\(counted(report.sources, "source")), \(counted(report.monitors, "monitor")), "
                + "\(counted(report.fences, "fence"))\n"
        }
        guard examination.verdict.exitStatus == 0 else {
            throw ExitCode(examination.verdict.exitStatus)
        }
    }
}
