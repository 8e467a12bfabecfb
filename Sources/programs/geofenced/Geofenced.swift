import ArgumentParser
import GeofenceDaemon

/// The command line of the daemon.
@main
struct Geofenced: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geofenced",
        abstract: "Turns the positions of a receiver into geofence events.",
        discussion: """
            Runs in the foreground until SIGTERM; SIGHUP reads the configuration again. Talk to it \
            with geofencectl.
            """,
        version: "geofenced \(Version.text)")

    @Option(help: ArgumentHelp("The configuration to run with.", valueName: "path"))
    var config = "/etc/geofenced/geofenced.toml"

    @Option(
        help: ArgumentHelp(
            "Only tell everything that is wrong with this configuration and with what it names.",
            valueName: "path"))
    var checkConfig: String?

    @Flag(
        help: ArgumentHelp(
            "Only give up all fences that were changed at run time; for a daemon that is stopped."))
    var revertFences = false

    @Option(
        help: ArgumentHelp(
            "A setting over those of the file, such as monitor.yard.buffer_m=10; may be repeated.",
            valueName: "key=value"))
    var set: [String] = []

    func run() throws {
        if let path = checkConfig {
            let (lines, status) = GeofenceDaemon(configuration: path, overrides: set).check()
            for line in lines { print(line) }
            throw ExitCode(status)
        }
        if revertFences {
            let (status, sentences) = GeofenceDaemon(configuration: config, overrides: set)
                .revertFences()
            for sentence in sentences { print(sentence) }
            throw ExitCode(status)
        }
        throw ExitCode(GeofenceDaemon(configuration: config, overrides: set).run())
    }
}
