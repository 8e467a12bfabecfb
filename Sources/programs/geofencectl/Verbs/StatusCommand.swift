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

/// `geofencectl metrics`
struct MetricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics", abstract: "Print metrics of the daemon in the OpenMetrics format.",
        discussion: """
            For Prometheus and whatever reads its format. Where the daemon cannot be reached, geofenced_up is 0, \
            and the exit code 69. node_exporter takes the metrics from a file, on Debian below \
            /var/lib/prometheus/node-exporter, which a timer replaces.

            EXAMPLES
              geofencectl metrics
              geofencectl metrics --write geofenced.prom
            """)

    @Option(
        help: ArgumentHelp("Replace this file instead, in one step.", valueName: "file"),
        completion: .file())
    var write: String?
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        do {
            let status = try connection.connect().call(
                .daemonStatus, Nothing(), as: DaemonStatus.self)
            try put(Metrics(status))
        } catch let failure as CommandFailure where failure.status == .unreachable {
            // JSON output is only the error object.
            if output.output == .table { try put(.unreachable) }
            throw failure
        }
    }

    private func put(_ metrics: Metrics) throws {
        guard let write else {
            return output.print(metrics, records: { $0.families }, table: { $0.text })
        }
        try FileText.replace(metrics.text, at: write)
    }
}
