import ConfigurationText

/// The names and ids of the monitors read so far.
struct TakenNames {
    var names: Set<String> = []
    var ids: Set<String> = []
}

extension TableReader {
    /// Reads `id`. Refuses an id that another monitor has as its id or, without an id, as its name.
    ///
    /// - Parameter name: the name, used as the id when there is none; nil if it was already refused.
    mutating func uniqueID(_ taken: inout Set<String>, name: String?) -> String? {
        let id = text("id")
        if let id, !id.isName { refuse("id", Self.nameAdvice) }
        if let own = id ?? name, !own.isEmpty, !taken.insert(own).inserted {
            refuse(
                id == nil ? "name" : "id",
                "is \"\(own)\", which is the id of another monitor; ids must differ, and a "
                    + "monitor without an id uses its name")
        }
        return id
    }

    /// Whether the member is exactly this word. Marks the key as known.
    mutating func isWord(_ key: String, _ word: String) -> Bool {
        guard case .text(let text)? = take(key)?.content else { return false }
        return text == word
    }
}
