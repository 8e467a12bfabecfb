internal import ArgumentParser
internal import ControlProtocol
internal import Suggestions
internal import SystemServices

/// `geofencectl status`
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the state of the daemon, its sources, monitors and consumers.",
        discussion: """
            With --check it prints one line for a monitoring system and exits as its plugins do: 0 without a \
            problem, 1 with a warning, 2 where a source, a monitor or the event log does not work or the \
            daemon does not answer, 3 where that cannot be known.

            EXAMPLES
              geofencectl status
              geofencectl status --check
            """)

    @Flag(help: "Print one line, and exit as a monitoring plugin.")
    var check = false
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard !check else { throw report(connection.status()) }
        let status = try connection.connect().call(
            .daemonStatus, Nothing(), as: DaemonStatus.self)
        output.print(status) {
            StatusTable.text($0, units: output.units, clock: .read())
        }
    }

    private func report(_ answer: Result<DaemonStatus, CommandFailure>) -> ExitCode {
        let result = StatusCheck(answer)
        output.print(result) { result in
            "GEOFENCED \(result.outcome.rawValue) - \(printable(result.message))"
                + " | problems=\(result.problems.count)\n"
        }
        return ExitCode(result.exit)
    }
}

/// The result of `status --check`.
struct StatusCheck: Encodable {
    /// The words of monitoring plugins.
    enum Outcome: String, Encodable, CaseIterable {
        case ok = "OK"
        case warning = "WARNING"
        case critical = "CRITICAL"
        case unknown = "UNKNOWN"
    }

    /// The worst outcome.
    var outcome: Outcome
    /// The worst problem, or what works.
    var message: String
    /// All problems, one sentence each.
    var problems: [String]
    /// The exit code, 0 to 3.
    var exit: Int32

    init(_ answer: Result<DaemonStatus, CommandFailure>) {
        switch answer {
        case .success(let status):
            let findings =
                DiskCheck.read(status, in: status.store.path ?? "/").findings
                + PartsCheck(sources: status.sources, monitors: status.monitors).findings
            let worst = findings.first { $0.outcome == .fail }
            problems = status.problems
            outcome = worst != nil ? .critical : problems.isEmpty ? .ok : .warning
            let parts =
                counted(status.sources.count, "source") + ", "
                + counted(status.monitors.count, "monitor")
            message = worst.map { "\($0.check): \($0.message)" } ?? problems.first ?? parts
        case .failure(let failure):
            problems = [failure.message]
            outcome = [.unreachable, .timedOut].contains(failure.status) ? .critical : .unknown
            message = failure.message
        }
        exit = Int32(Outcome.allCases.firstIndex(of: outcome) ?? 3)
    }
}

/// `geofencectl metrics`
struct MetricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics", abstract: "Print metrics of the daemon in the OpenMetrics format.",
        discussion: """
            For Prometheus and programs that read its format. When the daemon cannot be reached, geofenced_up \
            is 0 and the exit code 69. node_exporter reads metrics from files, on Debian in \
            /var/lib/prometheus/node-exporter: replace one with a timer.

            EXAMPLES
              geofencectl metrics
              geofencectl metrics --write geofenced.prom
            """)

    @Option(
        help: ArgumentHelp(
            "Replace this file in one step, instead of printing.", valueName: "file"),
        completion: .file())
    var write: String?
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        do {
            let status = try connection.connect().call(
                .daemonStatus, Nothing(), as: DaemonStatus.self)
            try publish(Metrics(status, clock: .read()))
        } catch let failure as CommandFailure where failure.status == .unreachable {
            // JSON output is only the error object.
            if output.output == .table { try publish(.unreachable) }
            throw failure
        }
    }

    private func publish(_ metrics: Metrics) throws {
        guard let write else {
            return output.print(metrics, records: { $0.families }, table: { $0.text })
        }
        try FileText.replace(metrics.text, at: write)
    }
}
