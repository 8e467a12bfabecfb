extension TableReader {
    /// Reads `name`; refuses a missing, invalid or repeated name.
    package mutating func uniqueName(_ taken: inout Set<String>) -> String {
        demand("name", "the name that people will use")
        guard let name = text("name") else { return "" }
        checkName(name)
        checkUnique(name, &taken)
        return name
    }

    /// Adds a name to the taken ones; refuses it if another table has it.
    package mutating func checkUnique(_ name: String, _ taken: inout Set<String>) {
        if !taken.insert(name).inserted {
            refuse("name", "is \"\(name)\" a second time; names must differ")
        }
    }

    /// Refuses names that do not fit into tables, journal fields or command lines.
    package mutating func checkName(_ name: String) {
        guard !name.isName else { return }
        refuse("name", Self.nameAdvice)
    }

    /// The advice about an invalid name.
    package static let nameAdvice =
        "must be 1 to \(String.maximumNameBytes) bytes without control characters"
}
