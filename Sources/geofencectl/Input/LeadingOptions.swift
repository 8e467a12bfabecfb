/// Allows options that every command has before the verb: `geofencectl -o json status`.
enum LeadingOptions {
    /// The arguments with such options moved to the end.
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
        // Without a verb they stay where the parser can object to them.
        guard let verb = rest.first, !verb.hasPrefix("-") else { return arguments }
        guard let end = rest.firstIndex(of: "--") else { return rest + leading }
        return rest[..<end] + leading + rest[end...]
    }

    /// Those options in their long form.
    static let names = ["--socket", "--timeout", "--output", "--units"] + flags
    /// Those of them without a value.
    private static let flags = ["--utc"]

    private static func isWithValue(_ argument: String) -> Bool {
        argument == "-o" || names.contains(argument) && !flags.contains(argument)
    }

    private static func isWhole(_ argument: String) -> Bool {
        flags.contains(argument) || names.contains { argument.hasPrefix($0 + "=") }
            || argument.hasPrefix("-o") && argument.count > 2
    }
}
