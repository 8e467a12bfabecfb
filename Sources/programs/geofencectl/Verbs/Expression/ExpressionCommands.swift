internal import ArgumentParser

/// `geofencectl expression`
struct ExpressionCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expression",
        abstract: "Check and evaluate expressions for messages and filters.",
        discussion: """
            The language is Arcade, with the functions that geotriggers have: \
            geofenced.expressions(7) lists them. Works without the daemon.
            """,
        subcommands: [
            ExpressionCheckCommand.self, ExpressionEvalCommand.self,
            ExpressionFunctionsCommand.self,
        ])
}
