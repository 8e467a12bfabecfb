extension TableReader {
    /// Reads `name`; refuses a missing or repeated name.
    mutating func uniqueName(_ taken: inout Set<String>) -> String {
        demand("name", "the name that people will use")
        guard let name = text("name") else { return "" }
        checkName(name)
        if !taken.insert(name).inserted {
            refuse("name", "is \"\(name)\" a second time; names must differ")
        }
        return name
    }

    /// Refuses names that do not fit into tables, journal fields and command lines.
    mutating func checkName(_ name: String) {
        guard !name.isName else { return }
        refuse("name", "must be 1 to \(String.maximumNameBytes) bytes without control characters")
    }

    /// Whether the value is exactly this word; marks the key as known.
    mutating func isWord(_ key: String, _ word: String) -> Bool {
        guard case .text(let text)? = take(key)?.content else { return false }
        return text == word
    }
}

extension String {
    /// The maximum size of a name in bytes; it has to fit into tables, journal fields and topics.
    static let maximumNameBytes = 128

    /// Whether the string is a valid name.
    var isName: Bool {
        let isPrintable = unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        return isPrintable && !isEmpty && utf8.count <= Self.maximumNameBytes
    }
}
