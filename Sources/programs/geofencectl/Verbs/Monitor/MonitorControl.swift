internal import ArgumentParser
internal import ControlProtocol

/// The common part of the commands that change the status of a monitor.
struct MonitorControl: ParsableArguments {
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

    /// Performs the method and shows the monitors. Throws when a monitor could not start.
    ///
    /// - Parameter statuses: with `--all`, monitors with these statuses are not changed.
    func perform(_ method: Method, except statuses: Set<String> = []) throws {
        let client = try connection.connect()
        guard let monitor else { return try performOnAll(method, except: statuses, client) }
        let record = try client.suggesting(.monitors, for: monitor) {
            try client.call(method, MonitorChoice(monitor: monitor), as: MonitorRecord.self)
        }
        if let failure = Self.failure(of: record) { throw failure }
        output.print(record) { MonitorTable.text([$0]) }
    }

    private func performOnAll(
        _ method: Method, except statuses: Set<String>, _ client: Client
    ) throws {
        let before = try client.call(.monitorList, Nothing(), as: MonitorList.self).monitors
        let records = try before.map { monitor in
            guard !statuses.contains(monitor.status) else { return monitor }
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

/// `geofencectl monitor start`
struct MonitorStartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Start to evaluate fences, with unknown state.")
    @OptionGroup var control: MonitorControl
    func run() throws { try control.perform(.monitorStart) }
}

/// `geofencectl monitor stop`
struct MonitorStopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Stop evaluating fences and discard their state.")
    @OptionGroup var control: MonitorControl
    func run() throws { try control.perform(.monitorStop) }
}

/// `geofencectl monitor pause`
struct MonitorPauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Stop evaluating fences and keep their state.")
    @OptionGroup var control: MonitorControl
    func run() throws {
        try control.perform(.monitorPause, except: ["stopped", "failedToStart"])
    }
}

/// `geofencectl monitor resume`
struct MonitorResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Go on after a pause.")
    @OptionGroup var control: MonitorControl
    func run() throws {
        try control.perform(.monitorResume, except: ["stopped", "failedToStart"])
    }
}
