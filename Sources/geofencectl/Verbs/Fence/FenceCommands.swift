internal import ArgumentParser
internal import ControlProtocol

/// `geofencectl fence …`
struct FenceCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fence", abstract: "List, inspect, change, check and probe fences.",
        subcommands: [
            FenceListCommand.self, FenceInspectCommand.self, FenceAddCommand.self,
            FenceReplaceCommand.self, FenceRemoveCommand.self, FenceSetCommand.self,
            FenceRevertCommand.self, FenceCheckCommand.self, FenceProbeCommand.self,
        ], defaultSubcommand: FenceListCommand.self)
}

/// `geofencectl fence list`
struct FenceListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show fences with their state.")

    @Option(help: "Only fences of this monitor.", completion: NameCompletion.monitors)
    var monitor: String?
    @Option(help: "Only fences of this set.")
    var set: String?
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try connection.connect()
        var listing = FenceListing(output)
        let set = set.map(FenceSetChoice.asSeenByTheDaemon)
        try client.suggesting(.monitors, for: monitor ?? "") {
            try client.fencePages(of: FenceQuery(monitor: monitor, set: set)) { listing.add($0) }
        }
        listing.end()
    }
}

/// `geofencectl fence inspect`
struct FenceInspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Show one fence with its properties and geometry.")

    @Argument(help: "The fence's id.", completion: NameCompletion.fences)
    var fence: String
    @Option(help: "The monitor that judges it.", completion: NameCompletion.monitors)
    var monitor: String?
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try connection.connect()
        try client.checkMonitor(monitor)
        let detail = try client.suggesting(.fences, for: fence) {
            try client.call(
                .fenceInspect, FenceChoice(fence: fence, monitor: monitor), as: FenceDetail.self)
        }
        output.print(detail) { FenceTable.text($0, units: output.units) }
    }
}
