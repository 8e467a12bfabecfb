internal import ArgumentParser
internal import ControlProtocol

/// `geofencectl doctor`
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check that everything works, and say how to repair what does not.",
        discussion: """
            Checks the daemon, its configuration, groups and fences, also those changed at run time, \
            the receivers and the programs that block them, the clock, the journal, the disk, the \
            consumers of events, and geofenced-mqtt, geofenced-webhook and geofenced-hooks where \
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
