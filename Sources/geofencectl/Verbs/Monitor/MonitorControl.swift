internal import ArgumentParser
internal import ControlProtocol

/// What the commands that change a monitor's status have in common.
struct MonitorControl: ParsableArguments {
    @Argument(help: "The monitor's name.", completion: NameCompletion.monitors)
    var monitor: String
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    /// Performs the method and shows the monitor as it then stands. Throws why it could not start.
    func perform(_ method: Method) throws {
        let client = try connection.connect()
        let record = try client.suggesting(.monitors, for: monitor) {
            try client.call(method, MonitorChoice(monitor: monitor), as: MonitorRecord.self)
        }
        if record.status == "failedToStart" {
            throw CommandFailure(
                .checkFailed, "Monitor \(monitor) could not start.",
                hint: record.warnings.first?.message)
        }
        output.print(record) { MonitorTable.text([$0]) }
    }
}

/// `geofencectl monitor start`
struct MonitorStartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Begin judging, with unknown state.")
    @OptionGroup var control: MonitorControl
    func run() throws { try control.perform(.monitorStart) }
}

/// `geofencectl monitor stop`
struct MonitorStopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Cease judging and forget all state.")
    @OptionGroup var control: MonitorControl
    func run() throws { try control.perform(.monitorStop) }
}

/// `geofencectl monitor pause`
struct MonitorPauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Cease judging and keep the state.")
    @OptionGroup var control: MonitorControl
    func run() throws { try control.perform(.monitorPause) }
}

/// `geofencectl monitor resume`
struct MonitorResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Go on after a pause.")
    @OptionGroup var control: MonitorControl
    func run() throws { try control.perform(.monitorResume) }
}
