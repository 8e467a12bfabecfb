internal import ArgumentParser
internal import ControlProtocol

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
