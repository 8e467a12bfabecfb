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
