internal import ArgumentParser
internal import ControlProtocol

/// `geofencectl fence …`
struct FenceCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fence", abstract: "List, inspect, change, check and probe fences.",
        subcommands: [
            FenceListCommand.self, FenceInspectCommand.self, VerbCommand<FenceDrawing, 0>.self,
            VerbCommand<FenceDrawing, 1>.self, FenceRemoveCommand.self, FenceSetCommand.self,
            FenceRevertCommand.self, FenceCheckCommand.self, FenceProbeCommand.self,
        ], defaultSubcommand: FenceListCommand.self)
}

/// `geofencectl fence list`
struct FenceListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show fences with their state.",
        discussion: """
            EXAMPLES
              geofencectl fence list --inside
              geofencectl fence list --near
              geofencectl fence list --sort distance -o jsonl
            """)

    @Option(help: "Only fences of this monitor.", completion: NameCompletion.monitors)
    var monitor: String?
    @Option(help: "Only fences of this set.")
    var set: String?
    @Flag(help: "Only fences that are inside.")
    var inside = false
    @Flag(
        help: ArgumentHelp(
            "Only the \(FenceOrder.nearCount) fences nearest to the last fix, the nearest first."))
    var near = false
    @Option(
        help: "The order: id, or distance, the nearest first. [default: id; with --near: distance]")
    var sort: FenceOrder?
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        if inside, near { throw ValidationError("Give only one of --inside and --near.") }
    }

    func run() throws {
        let client = try connection.connect()
        var listing = FenceListing(output)
        let query = FenceQuery(
            monitor: monitor, set: set.map(FenceSetChoice.asSeenByTheDaemon),
            state: inside ? "inside" : nil)
        var gathered = GatheredFences(
            order: sort ?? (near ? .distance : .id), nearestOnly: near)
        try client.suggesting(.monitors, for: monitor ?? "") {
            try client.fencePages(of: query) { page in
                // A list in the order of the daemon is printed as it arrives.
                if gathered.isNeeded { gathered.add(page) } else { listing.add(page) }
            }
        }
        if gathered.isNeeded { listing.add(try gathered.result()) }
        listing.end()
    }
}

/// `geofencectl fence inspect`
struct FenceInspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Show one fence with its properties and geometry.")

    @Argument(
        help: "The fence's id, or its name where no other has it.",
        completion: NameCompletion.fences)
    var fence: String
    @Option(help: "The monitor that evaluates it.", completion: NameCompletion.monitors)
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
