internal import ArgumentParser
internal import Composition
internal import ControlProtocol
internal import FenceFiles
internal import Geofencing
internal import Settings
internal import Spelling

/// `geofencectl config check`
struct ConfigCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check a configuration and every fence file it names.",
        discussion: """
            Works without the daemon and shows all problems at once. Exits with 78 when the \
            configuration is wrong, and with 65 when it is valid but what it names is not: a fence \
            file or ground plan, a fence in it, a time zone, or what a monitor is to judge.
            """)

    @Argument(help: "The configuration.", completion: .file(extensions: ["toml"]))
    var file: String = ConfigurationFile.usualPath
    @OptionGroup var output: OutputOptions

    /// What is printed.
    struct Report: Encodable {
        /// The configuration file.
        var path: String
        /// How many sources it has.
        var sources: Int
        /// How many monitors it has.
        var monitors: Int
        /// How many fences its files give.
        var fences: Int
        /// Which of its groups there are not, what is doubtful or wrong with its fence files, and what
        /// its monitors cannot judge.
        var problems: [String]
    }

    func run() throws {
        let composition = try ConfigurationFile.load(file)
        let monitorProblems = composition.monitorProblems
        // Whose socket it will be is not known before the daemon runs.
        let groupProblems = composition.groupProblems(lack: Group.lack) { _ in true }
        let report = Report(
            path: file, sources: composition.configuration.sources.count,
            monitors: composition.configuration.monitors.count,
            fences: composition.engine.fenceSets.values.reduce(0) { $0 + ($1.set?.count ?? 0) },
            problems: groupProblems.map(\.description)
                + (composition.configuration.isEmpty
                    ? [
                        "\(file) configures nothing: add a [source.NAME] and a [[monitor]]; see "
                            + "geofenced.toml(5)"
                    ] : [])
                + composition.fileProblems.map(\.description)
                + monitorProblems.map(\.description))
        let isRefused =
            !monitorProblems.isEmpty
            || composition.fileProblems.contains { $0.problem.severity == .rejected }
        let verdict =
            report.problems.isEmpty
            ? "is valid"
            : isRefused
                ? "by itself is valid, what it names is not" : "is usable, with the warnings above"
        output.print(report) { report in
            return report.problems.map { printable($0) + "\n" }.joined()
                + "\(printable(report.path)) \(verdict): \(counted(report.sources, "source")), "
                + "\(counted(report.monitors, "monitor")), \(counted(report.fences, "fence"))\n"
        }
        if isRefused { throw ExitCode(.badData) }
    }
}
