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
        subcommands: [VerbCommand<KindSwitch, 0>.self, VerbCommand<KindSwitch, 1>.self])
}

/// The two kinds of fence.
enum KindWord: String, CaseIterable, ExpressibleByArgument {
    /// Fences bound to a floor.
    case level
    /// Fences defined by coordinates only.
    case global
}

/// The verbs of a kind.
struct KindSwitch: VerbArguments {
    static let verbs = [
        Verb(name: "enable", abstract: "Evaluate fences of a kind.", method: .kindEnable),
        Verb(name: "disable", abstract: "Stop evaluating fences of a kind.", method: .kindDisable),
    ]

    @Argument(help: "level (bound to a floor) or global (coordinates only).")
    var kind: KindWord
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

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

/// A command that differs from its neighbours by its name, its help and the method it performs.
struct Verb {
    /// The name on the command line.
    let name: String
    /// What it does, in a sentence.
    let abstract: String
    /// More help.
    var discussion = ""
    /// The method that it performs.
    let method: Method
}

/// The arguments that several verbs have in common.
protocol VerbArguments: ParsableArguments {
    /// The verbs, by their row.
    static var verbs: [Verb] { get }

    /// Performs the method of a verb and shows the result.
    func perform(_ method: Method) throws
}

/// The command of one row of a table of verbs.
struct VerbCommand<Arguments: VerbArguments, let row: Int>: ParsableCommand {
    static var configuration: CommandConfiguration {
        let verb = Arguments.verbs[row]
        return CommandConfiguration(
            commandName: verb.name, abstract: verb.abstract, discussion: verb.discussion)
    }

    @OptionGroup var arguments: Arguments

    func run() throws { try arguments.perform(Arguments.verbs[row].method) }
}
