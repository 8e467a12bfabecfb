internal import ArgumentParser
internal import ControlProtocol

/// `geofencectl monitor …`
struct MonitorCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "List, inspect, start, stop, pause, resume and change monitors.",
        subcommands: [
            MonitorListCommand.self, MonitorInspectCommand.self,
            VerbCommand<MonitorControl, 0>.self,
            VerbCommand<MonitorControl, 1>.self, VerbCommand<MonitorControl, 2>.self,
            VerbCommand<MonitorControl, 3>.self, VerbCommand<MonitorSettings, 0>.self,
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
