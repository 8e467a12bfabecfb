extension TableReader {
    /// Reads `name`; refuses a missing or repeated name.
    package mutating func uniqueName(_ taken: inout Set<String>) -> String {
        demand("name", "the name that people will use")
        guard let name = text("name") else { return "" }
        checkName(name)
        checkUnique(name, &taken)
        return name
    }

    /// Refuses a name that is already taken by another table, and takes it.
    package mutating func checkUnique(_ name: String, _ taken: inout Set<String>) {
        if !taken.insert(name).inserted {
            refuse("name", "is \"\(name)\" a second time; names must differ")
        }
    }

    /// Refuses names that no table, journal field or command line could carry.
    package mutating func checkName(_ name: String) {
        guard !name.isName else { return }
        refuse("name", Self.nameAdvice)
    }

    /// What to do about such a name.
    package static let nameAdvice =
        "must be 1 to \(String.maximumNameBytes) bytes without control characters"
}
