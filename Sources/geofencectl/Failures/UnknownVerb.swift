internal import ArgumentParser

/// A word in the place of a verb that is none.
struct UnknownVerb {
    /// The sentence about it.
    let message: String
    /// The verb that was probably meant.
    let suggestion: String?

    /// The first such word of a command line, nil when all verbs exist.
    static func find(
        in arguments: [String], of root: any ParsableCommand.Type
    ) -> UnknownVerb? {
        let (command, path, rest) = descend(arguments, root)
        let names = command.configuration.subcommands.map { $0._commandName }
        guard !names.isEmpty, let word = rest.first, !word.hasPrefix("-") else { return nil }
        let nearest = Suggestion.nearest(to: word, among: names + ["help"])
        return UnknownVerb(
            message: "\(path) has no command \"\(printable(word))\".",
            suggestion: nearest.map { "\(path) \($0)" })
    }

    /// The verbs of a command line that exist, as they would be typed.
    static func path(of arguments: [String], in root: any ParsableCommand.Type) -> String {
        descend(arguments, root).path
    }

    private static func descend(
        _ arguments: [String], _ root: any ParsableCommand.Type
    ) -> (command: any ParsableCommand.Type, path: String, rest: ArraySlice<String>) {
        var command = root
        var path = root._commandName
        var rest = arguments[...]
        while let word = rest.first,
            let next = command.configuration.subcommands.first(where: { $0._commandName == word })
        {
            command = next
            path += " " + word
            rest.removeFirst()
        }
        return (command, path, rest)
    }
}
