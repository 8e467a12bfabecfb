internal import ArgumentParser
internal import ControlProtocol

/// `geofencectl kind …`
struct KindCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kind", abstract: "Switch level or global fences on or off.",
        discussion: """
            EXAMPLE
              geofencectl kind disable level
            """,
        subcommands: [KindEnableCommand.self, KindDisableCommand.self])
}

/// The two kinds of fence.
enum KindWord: String, CaseIterable, ExpressibleByArgument {
    /// Fences bound to a floor.
    case level
    /// Fences defined by coordinates only.
    case global
}

/// The common part of both commands.
struct KindSwitch: ParsableArguments {
    @Argument(help: "level (bound to a floor) or global (coordinates only).")
    var kind: KindWord
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    /// Performs the method and shows both switches.
    func perform(_ method: Method) throws {
        let switches = try connection.connect().call(
            method, KindChoice(kind: kind.rawValue), as: KindSwitches.self)
        output.print(switches) { switches in
            var listing = Listing()
            listing.add("level", switches.level ? "enabled" : "disabled")
            listing.add("global", switches.global ? "enabled" : "disabled")
            if let warning = switches.warning { listing.add("Warning", warning) }
            return listing.text
        }
    }
}

/// `geofencectl kind enable`
struct KindEnableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Evaluate fences of a kind.")
    @OptionGroup var kind: KindSwitch
    func run() throws { try kind.perform(.kindEnable) }
}

/// `geofencectl kind disable`
struct KindDisableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Stop evaluating fences of a kind.")
    @OptionGroup var kind: KindSwitch
    func run() throws { try kind.perform(.kindDisable) }
}
