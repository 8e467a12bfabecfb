internal import ArgumentParser
internal import ControlProtocol

/// `geofencectl doctor`
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check that everything works, and say how to repair what does not.",
        discussion: "Exits with 1 when something is wrong.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let report = Diagnosis.make(
            of: Result { try connection.connect() }.flatMap { client in
                Result { try client.call(.daemonStatus, Nothing(), as: DaemonStatus.self) }
            })
        output.print(report, records: { $0.checks }, table: { $0.text })
        if !report.ok { throw ExitCode(ExitReason.checkFailed.rawValue) }
    }
}
