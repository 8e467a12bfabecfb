internal import ArgumentParser
internal import ControlProtocol

/// `geofencectl monitor …`
struct MonitorCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "List, inspect, start, stop, pause, resume and change monitors.",
        subcommands: [
            MonitorListCommand.self, MonitorInspectCommand.self,
            VerbCommand<MonitorVerbs, 0>.self,
            VerbCommand<MonitorVerbs, 1>.self, VerbCommand<MonitorVerbs, 2>.self,
            VerbCommand<MonitorVerbs, 3>.self, VerbCommand<MonitorSettings, 0>.self,
            VerbCommand<MonitorSettings, 1>.self, MonitorRemoveCommand.self,
            MonitorRevertCommand.self,
        ], defaultSubcommand: MonitorListCommand.self)
}

/// `geofencectl monitor list`
struct MonitorListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show every monitor.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let list = try connection.connect().call(.monitorList, Nothing(), as: MonitorList.self)
        output.print(list, records: { $0.monitors }, table: MonitorTable.text)
    }
}

/// `geofencectl monitor inspect`
struct MonitorInspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Show one monitor with its settings and fences.")

    @Argument(help: "The monitor's name.", completion: NameCompletion.monitors)
    var monitor: String
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try connection.connect()
        var detail = try client.suggesting(.monitors, for: monitor) {
            try client.call(
                .monitorInspect, MonitorChoice(monitor: monitor), as: MonitorDetail.self)
        }
        if let place = detail.next {
            detail.next = nil
            let rest = FenceQuery(monitor: monitor, after: place)
            try client.fencePages(of: rest) { detail.fences += $0 }
        }
        output.print(detail) { MonitorTable.text($0, units: output.units) }
    }
}

/// The verbs that change the status of a monitor.
struct MonitorVerbs: VerbArguments {
    static let verbs = [
        Verb(
            name: "start", abstract: "Start evaluating fences, with unknown state.",
            method: .monitorStart),
        Verb(
            name: "stop", abstract: "Stop evaluating fences and discard their state.",
            method: .monitorStop),
        Verb(
            name: "pause", abstract: "Stop evaluating fences and keep their state.",
            method: .monitorPause),
        Verb(
            name: "resume", abstract: "Evaluate fences again after a pause.", method: .monitorResume
        ),
    ]

    @Argument(help: "The monitor's name.", completion: NameCompletion.monitors)
    var monitor: String?
    @Flag(help: "Every monitor.")
    var all = false
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        guard (monitor == nil) == all else {
            throw ValidationError("Give the name of a monitor, or --all.")
        }
    }

    func perform(_ method: Method) throws {
        let client = try connection.connect()
        guard let monitor else { return try performOnAll(method, client) }
        let record = try client.suggesting(.monitors, for: monitor) {
            try client.call(method, MonitorChoice(monitor: monitor), as: MonitorRecord.self)
        }
        if let failure = Self.failure(of: record) { throw failure }
        output.print(record) { MonitorTable.text([$0]) }
    }

    /// Performs the method on every monitor to which it applies: one that is stopped is neither paused nor
    /// resumed.
    private func performOnAll(_ method: Method, _ client: Client) throws {
        let isPause = [.monitorPause, .monitorResume].contains(method)
        let before = try client.call(.monitorList, Nothing(), as: MonitorList.self).monitors
        let records = try before.map { monitor in
            guard !isPause || !["stopped", "failedToStart"].contains(monitor.status) else {
                return monitor
            }
            return try client.call(
                method, MonitorChoice(monitor: monitor.name), as: MonitorRecord.self)
        }
        output.print(
            MonitorList(monitors: records), records: { $0.monitors },
            table: { MonitorTable.text($0.monitors) })
        if let failure = records.lazy.compactMap(Self.failure).first { throw failure }
    }

    /// Returns the failure for a monitor that could not start; nil otherwise.
    static func failure(of record: MonitorRecord) -> CommandFailure? {
        guard record.status == "failedToStart" else { return nil }
        return CommandFailure(
            .checkFailed, "Monitor \(record.name) could not start.",
            hint: record.warnings.first?.message)
    }
}
