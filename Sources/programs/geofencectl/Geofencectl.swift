internal import ArgumentParser
internal import Chronology
internal import ControlProtocol
internal import Glibc
internal import SystemServices

/// The client of the geofence daemon.
@main
struct Geofencectl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geofencectl",
        abstract: "Query and control the geofence daemon, and work on fences and tracks offline.",
        discussion: """
            Every command but bugreport, whose -o names a file, takes -o json, also when it fails: \
            then standard output has {"error": {"kind", "message", "hint", "exit"}}. Of config check, doctor, \
            fence check, fence probe, fix, push and status --check it has the result, also when the exit code is \
            not 0. A stream that fails ends with the error.

            Tables show times in the zone of TZ, or of this machine, with the offset from UTC; with --utc \
            in UTC. A time without a zone on the command line is in that zone. JSON is in UTC.

            EXIT CODES
               0 done                      69 daemon unreachable
               1 check failed or refused   75 timed out
              64 wrong command line        77 no permission
              65 wrong data                78 wrong configuration
              66 no such file or name

            EXAMPLES
              geofencectl status
              geofencectl events -f
              geofencectl events --since 1h --type entered -o json
              geofencectl explain quarry
              geofencectl replay --config geofenced.toml --input yesterday.nmea
            """,
        version: Release.version,
        groupedSubcommands: [
            CommandGroup(
                name: "Daemon",
                subcommands: [
                    StatusCommand.self, NowCommand.self, MonitorCommands.self, FenceCommands.self,
                    SourceCommands.self, FixCommand.self, EventsCommand.self, VisitsCommand.self,
                    ConsumerCommands.self, ExplainCommand.self, RecordingCommands.self,
                    KindCommands.self, PushCommand.self, ReloadCommand.self,
                    ConfigCommands.self, WaitCommand.self, MetricsCommand.self,
                ]),
            CommandGroup(
                name: "Offline",
                subcommands: [
                    ReplayCommand.self, DecodeCommand.self, ExpressionCommands.self,
                ]),
            CommandGroup(
                name: "Help",
                subcommands: [DoctorCommand.self, BugreportCommand.self, VersionCommand.self]),
        ])

    static func main() {
        StandardDescriptors.occupy()
        let arguments = LeadingOptions.moved(Array(CommandLine.arguments.dropFirst()))
        do {
            var command = try parseAsRoot(arguments)
            try TimeText.$zone.withValue(zone(arguments)) { try command.run() }
        } catch let failure as CommandFailure {
            end(failure, arguments)
        } catch {
            end(parsing: error, arguments)
        }
    }

    /// Returns the zone of displayed times, without the parser because each command has it.
    private static func zone(_ arguments: [String]) -> ZoneRule {
        if arguments.prefix(while: { $0 != "--" }).contains("--utc") { return .utc }
        let (zone, problem) = LocalZone.find(Terminal.environment("TZ"))
        if let problem { Console.complain("geofencectl: \(problem)\n") }
        return zone
    }

    /// Prints help and similar texts as results; any other error is a wrong command line.
    private static func end(parsing error: any Error, _ arguments: [String]) -> Never {
        // ArgumentParser prints the general help when asked for help on an unknown verb.
        let words = arguments.first == "help" ? Array(arguments.dropFirst()) : arguments
        guard exitCode(for: error) != .success || UnknownWord.verb(in: words, of: Self.self) != nil
        else { exit(withError: error) }
        if let code = error as? ExitCode { Glibc.exit(code.rawValue) }
        var failure = CommandFailure(.usage, message(for: error))
        if let mistake = UnknownWord.find(in: words, of: Geofencectl.self) {
            failure.message = mistake.message
            failure.suggestion = mistake.suggestion
        }
        failure.hint = "See \(UnknownWord.path(of: words, in: Geofencectl.self)) --help."
        end(failure, arguments)
    }

    private static func end(_ failure: CommandFailure, _ arguments: [String]) -> Never {
        if wantsJSON(arguments) { Console.writeJSON(failure.json) }
        Console.complain(failure.text)
        Glibc.exit(failure.status.rawValue)
    }

    /// Whether failures go to standard output as JSON. It is determined without the parser, so
    /// that it also works for command lines that cannot be parsed.
    static func wantsJSON(_ arguments: [String]) -> Bool {
        let formats: Set = ["json", "jsonl"]
        for (index, argument) in arguments.enumerated() {
            if ["-o", "--output"].contains(argument), index + 1 < arguments.count,
                formats.contains(arguments[index + 1])
            {
                return true
            }
            for prefix in ["-o", "-o=", "--output="] where argument.hasPrefix(prefix) {
                if formats.contains(String(argument.dropFirst(prefix.count))) { return true }
            }
        }
        return false
    }
}
