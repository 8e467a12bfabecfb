internal import ArgumentParser
internal import ControlProtocol

/// `geofencectl status`
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show how the daemon, its sources and monitors are.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let status = try connection.connect().call(
            .daemonStatus, Nothing(), as: DaemonStatus.self)
        output.print(status) { StatusTable.text($0, units: output.units) }
    }
}
