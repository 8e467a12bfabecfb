internal import ArgumentParser
internal import ControlProtocol

/// `geofencectl doctor`
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check that everything works, and explain how to repair what does not.",
        discussion: """
            Checks the daemon, its configuration and fences, the receivers and the programs that block \
            them, the clock, the journal, the disk, the consumers of events, and geofenced-mqtt, geofenced-webhook and geofenced-hooks where \
            they are installed. Exits with 1 when something is wrong, and with 0 when there are only warnings. \
            With sudo it sees more. -o json prints a list of {"check", "outcome": "ok", "warn" or "fail", \
            "message", "fix"}.

            EXAMPLES
              geofencectl doctor
              sudo geofencectl doctor -o json | jq '.[] | select(.outcome != "ok")'
            """)

    @Option(
        help: ArgumentHelp(
            "The configuration to check. Default: the one of the daemon.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let diagnosis = Diagnosis.read(connection.status(), configuration: config, connection)
        output.print(
            diagnosis.findings, records: { $0 }, table: { _ in diagnosis.text(Terminal.marks) })
        if !diagnosis.isWell { throw ExitCode(.checkFailed) }
    }
}

extension ConnectionOptions {
    /// Requests the daemon's status; returns the failure otherwise.
    func status() -> Result<DaemonStatus, CommandFailure> {
        do {
            return .success(
                try connect().call(.daemonStatus, Nothing(), as: DaemonStatus.self))
        } catch {
            return .failure(
                error as? CommandFailure
                    ?? CommandFailure(.unreachable, "The daemon does not answer: \(error)."))
        }
    }

    /// Requests the configuration in use by the daemon; nil on failure.
    func shownConfiguration() -> ConfigShown? {
        try? connect().call(.configShow, Nothing(), as: ConfigShown.self)
    }
}

extension Terminal {
    /// The style of marks that this terminal can show.
    static var marks: Marks {
        Marks(locale: ["LC_ALL", "LC_CTYPE", "LANG"].map(environment))
    }
}

/// `geofencectl bugreport`
struct BugreportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bugreport",
        abstract: "Collect what a developer needs to find a fault.",
        discussion: """
            Versions, the findings of doctor, the status, the configuration, the problems of fence files and \
            ground plans, the newest events, the journal and the state of the unit. Secrets and the commands \
            of sources are left out. Positions are left out, too, with everything that may reveal one: only \
            values of known keys remain, names are numbered, and sentences keep their plain words. With \
            --with-positions nothing but secrets is left out. --recording adds the fixes that the daemon \
            recorded. With sudo it sees more. Read it before you send it. It is Markdown, which -o writes to a \
            new file that only you may read; there is no JSON form of it.

            EXAMPLES
              geofencectl bugreport -o report.md
              geofencectl bugreport --with-positions --recording 2h -o report.md
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The new file to write. Default: standard output.", valueName: "file"),
        completion: .file())
    var output: String?
    @Flag(help: "Show positions, names, messages and properties.")
    var withPositions = false
    @Option(
        help: ArgumentHelp(
            "The configuration to include. Default: the one of the daemon.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Include what the daemon recorded since then, at most the newest 10000 entries.",
            valueName: "time|span"))
    var recording: String?
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let report = BugReport.read(
            connection, configuration: config, hasPositions: withPositions,
            recordedSince: try recording.map { try TimeExpression.time($0, as: "--recording") })
        guard let output else { return Console.write(report.text) }
        try FileText.write(report.text, toNew: output)
        Console.complain("Wrote \(output). Read it before you send it.\n")
    }
}

/// `geofencectl version`
struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version",
        abstract: "Show the versions of the client and, if it runs, the daemon.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    /// The printed result.
    struct Versions: Encodable {
        /// The client's version.
        var client: String
        /// The protocol version of the client.
        var `protocol`: ProtocolVersion
        /// The daemon's version, null without a connection.
        var daemon: String?
        /// The protocol version of the daemon.
        var daemon_protocol: ProtocolVersion?

        enum CodingKeys: CodingKey {
            case client, `protocol`, daemon, daemon_protocol
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(client, forKey: .client)
            try container.encode(`protocol`, forKey: .`protocol`)
            try container.encode(daemon, forKey: .daemon)
            try container.encode(daemon_protocol, forKey: .daemon_protocol)
        }
    }

    func run() throws {
        let hello = (try? connection.connect())?.hello
        let versions = Versions(
            client: Release.version, protocol: .current, daemon: hello?.version,
            daemon_protocol: hello?.protocol)
        output.print(versions) { versions in
            "geofencectl \(versions.client)\n"
                + (versions.daemon.map { "geofenced \($0)\n" } ?? "geofenced does not answer\n")
        }
    }
}
