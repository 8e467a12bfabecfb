internal import ArgumentParser
internal import Suggestions

/// An unknown verb or option of a command line.
struct UnknownWord {
    /// The sentence for the user.
    let message: String
    /// The verb or option that was probably meant.
    let suggestion: String?

    /// Returns the first unknown word of a command line; nil when all are known.
    static func find(
        in arguments: [String], of root: any ParsableCommand.Type
    ) -> UnknownWord? {
        if let verb = verb(in: arguments, of: root) { return verb }
        let (command, path, rest) = descend(arguments, root)
        return option(in: rest, path, of: root, command)
    }

    /// Returns the unknown verb; nil without one.
    static func verb(
        in arguments: [String], of root: any ParsableCommand.Type
    ) -> UnknownWord? {
        let (command, path, rest) = descend(arguments, root)
        let names = command.configuration.subcommands.map { $0._commandName }
        guard !names.isEmpty, let word = rest.first, !word.hasPrefix("-"), word != "help" else {
            return nil
        }
        let nearest = Suggestion.nearest(to: word, among: names + ["help"])
        return UnknownWord(
            message: "\(path) has no command \"\(printable(word))\".",
            suggestion: nearest.map { "\(path) \($0)" })
    }

    private static func option(
        in rest: ArraySlice<String>, _ path: String, of root: any ParsableCommand.Type,
        _ command: any ParsableCommand.Type
    ) -> UnknownWord? {
        let help = root.helpMessage(for: command)
        let words = help.split { !($0.isLetter || $0 == "-") }.map(String.init)
        let names = LeadingOptions.names + words.filter { $0.hasPrefix("--") }
        for word in rest.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
            let name = String(word.prefix { $0 != "=" })
            guard !names.contains(name) else { continue }
            // Other clients have --json. Where -o names a file, `-o json` would be wrong.
            let hasFormats = !help.contains("--output <file>")
            let habit = name == "--json" && hasFormats ? "-o json" : nil
            return UnknownWord(
                message: "\(path) has no option \(printable(name)).",
                suggestion: habit ?? Suggestion.nearest(to: name, among: names))
        }
        return nil
    }

    /// Returns the known verbs at the start of a command line, as typed.
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

/// Finds the name that was probably meant.
enum Suggestion {
    /// Returns the name nearest in letters, meaning or prefix.
    static func nearest(to word: String, among names: some Sequence<String>) -> String? {
        nearestWord(to: word, among: names)
    }
}

/// Accepts the options of every command before the verb: `geofencectl -o json status`.
enum LeadingOptions {
    /// Returns the arguments with such options moved to the end.
    static func moved(_ arguments: [String]) -> [String] {
        var leading: [String] = []
        var rest = arguments[...]
        while let option = rest.first {
            if isWithValue(option), rest.count > 1 {
                leading += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else if isWhole(option) {
                leading.append(option)
                rest = rest.dropFirst()
            } else {
                break
            }
        }
        // Without a verb they stay in place, so that the parser can reject them.
        guard let verb = rest.first, !verb.hasPrefix("-") else { return arguments }
        guard let end = rest.firstIndex(of: "--") else { return rest + leading }
        return rest[..<end] + leading + rest[end...]
    }

    /// The long names of these options.
    static let names = ["--socket", "--timeout", "--output", "--units"] + flags
    /// The options without a value.
    private static let flags = ["--utc"]

    private static func isWithValue(_ argument: String) -> Bool {
        argument == "-o" || names.contains(argument) && !flags.contains(argument)
    }

    private static func isWhole(_ argument: String) -> Bool {
        flags.contains(argument) || names.contains { argument.hasPrefix($0 + "=") }
            || argument.hasPrefix("-o") && argument.count > 2
    }
}
