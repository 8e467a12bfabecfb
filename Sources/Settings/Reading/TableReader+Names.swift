extension TableReader {
    /// Bytes of a name; it has to fit into tables, journal fields and topics.
    static let maximumNameBytes = 128

    /// The member `name`, refused when it is missing or taken already.
    mutating func uniqueName(_ taken: inout Set<String>) -> String {
        demand("name", "the name that people will use")
        guard let name = text("name") else { return "" }
        checkName(name)
        if !taken.insert(name).inserted {
            refuse("name", "is \"\(name)\" a second time; names must differ")
        }
        return name
    }

    /// Refuses names that no table, journal field or command line could carry.
    mutating func checkName(_ name: String) {
        let isPlain = name.unicodeScalars.allSatisfy {
            !$0.properties.isNoncharacterCodePoint
                && $0.properties.generalCategory != .control
        }
        guard isPlain, !name.isEmpty, name.utf8.count <= Self.maximumNameBytes else {
            refuse(
                "name",
                "must be 1 to \(Self.maximumNameBytes) bytes of text without control characters")
            return
        }
    }

    /// Whether the member is exactly this word; from now on the key is known.
    mutating func isWord(_ key: String, _ word: String) -> Bool {
        guard case .text(let text)? = take(key)?.content else { return false }
        return text == word
    }
}
