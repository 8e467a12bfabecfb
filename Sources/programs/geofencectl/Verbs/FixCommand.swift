internal import ArgumentParser
internal import ControlProtocol
internal import SystemServices

/// `geofencectl fix`
struct FixCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fix",
        abstract: "Show the last fix of each source, or every fix as it arrives.",
        discussion: "Exits with 1 when no source has delivered a fix yet.")

    @Flag(name: .shortAndLong, help: "Continue with every new fix until interrupted.")
    var follow = false
    @Option(
        help: ArgumentHelp(
            "With --follow: at most one fix of each source in this many seconds.", valueName: "s"))
    var minInterval: Double?
    @Option(
        help: ArgumentHelp(
            "With --follow: only fixes at least this many metres from the previous one.",
            valueName: "m"))
    var minDistance: Double?
    @Option(help: "Only this source.", completion: NameCompletion.sources)
    var source: String?
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard follow || minInterval == nil && minDistance == nil else {
            throw ValidationError("--min-interval and --min-distance go with --follow.")
        }
    }

    func run() throws {
        let client = try connection.connect()
        let list = try client.lastFixes(
            FixQuery(
                source: source, follow: follow ? true : nil, min_interval_s: minInterval,
                min_distance_m: minDistance))
        if follow {
            list.fixes.forEach(show)
            try stream(client)
        } else {
            output.print(
                list, records: { $0.fixes },
                table: { FixTable.text($0.fixes, units: output.units) })
            if list.fixes.isEmpty { throw ExitCode(.checkFailed) }
        }
    }

    private func stream(_ client: Client) throws {
        let deadline = connection.deadline
        while let news = try client.nextNotification(until: deadline) {
            if news.kind == .fix { show(try client.params(FixRecord.self, of: news.line)) }
        }
    }

    private func show(_ fix: FixRecord) {
        switch output.output {
        case .table: Console.write(FixTable.line(fix, units: output.units))
        case .json, .jsonl: Console.writeLine(Wire.line(fix))
        }
    }
}
