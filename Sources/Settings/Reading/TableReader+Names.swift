import ConfigurationText

/// What monitors are called so far.
struct TakenNames {
    var names: Set<String> = []
    var ids: Set<String> = []
}

extension TableReader {
    /// The member `id`, refused when another monitor has it, as its id or, without one, as its name.
    ///
    /// - Parameter name: what stands for it where there is none; nil for one that was refused already.
    mutating func uniqueID(_ taken: inout Set<String>, name: String?) -> String? {
        let id = text("id")
        if let id, !id.isName { refuse("id", Self.nameAdvice) }
        if let own = id ?? name, !own.isEmpty, !taken.insert(own).inserted {
            refuse(
                id == nil ? "name" : "id",
                "is \"\(own)\", which is the id of another monitor; ids must differ, and a "
                    + "monitor without an id has its name for one")
        }
        return id
    }

    /// Whether the member is exactly this word; from now on the key is known.
    mutating func isWord(_ key: String, _ word: String) -> Bool {
        guard case .text(let text)? = take(key)?.content else { return false }
        return text == word
    }
}
