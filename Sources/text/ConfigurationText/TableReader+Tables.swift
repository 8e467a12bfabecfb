extension TableReader {
    /// Reads a table inside this one.
    ///
    /// - Parameter example: how to write the table if it is not a section of the file.
    @discardableResult
    package mutating func table<Value>(
        _ key: String, example: String? = nil, _ read: (inout TableReader) -> Value
    ) -> Value? {
        guard let value = take(key) else { return nil }
        let way = path.isEmpty ? key : "\(path).\(key)"
        guard case .table(let members) = value.content else {
            refuse(key, "must be a table, not \(value.kindName): write \(example ?? "[\(way)]")")
            return nil
        }
        var inner = TableReader(
            members, file: file, path: way,
            section: section.isEmpty ? key : "\(section).\(key)", place: value.place)
        let result = read(&inner)
        absorb(inner)
        return result
    }

    /// Reads an array of tables. Each is identified by its `name`, or else by its position from 1.
    package mutating func tables<Value>(
        _ key: String, _ read: (inout TableReader) -> Value
    ) -> [Value] {
        guard let value = take(key) else { return [] }
        guard case .array(let elements) = value.content else {
            refuse(key, "must be an array of tables, not \(value.kindName): write [[\(key)]]")
            return []
        }
        var results: [Value] = []
        for (index, element) in elements.enumerated() {
            guard case .table(let members) = element.content else {
                refuse(
                    key, at: element.place,
                    "must hold only tables, not \(element.kindName): write [[\(key)]]")
                continue
            }
            var inner = TableReader(
                members, file: file, path: way(to: key, index: index, members),
                section: section.isEmpty ? key : "\(section).\(key)", place: element.place)
            results.append(read(&inner))
            absorb(inner)
        }
        return results
    }

    /// Reads a table whose members are tables with names chosen by the user.
    package mutating func namedTables<Value>(
        _ key: String, _ read: (String, inout TableReader) -> Value?
    ) -> [Value] {
        guard let value = take(key) else { return [] }
        guard case .table(let members) = value.content else {
            refuse(key, "must be a table, not \(value.kindName): write [\(key).NAME]")
            return []
        }
        var results: [Value] = []
        var names: Set<String> = []
        for member in members {
            // TOML compares keys by bytes, but users and look-ups compare names as Unicode text.
            guard names.insert(member.key).inserted else {
                refuse(
                    key, at: member.value.place,
                    "has the name \"\(member.key)\" twice, in two Unicode forms; names must differ")
                continue
            }
            guard case .table(let inside) = member.value.content else {
                refuse(
                    key, at: member.value.place,
                    "needs a table instead of \(member.value.kindName): "
                        + "write [\(key).\(member.key)]")
                continue
            }
            var inner = TableReader(
                inside, file: file, path: "\(key).\(member.key)", section: key,
                place: member.value.place)
            if let result = read(member.key, &inner) { results.append(result) }
            absorb(inner)
        }
        return results
    }

    private func way(to key: String, index: Int, _ members: [TOMLValue.Member]) -> String {
        let outer = path.isEmpty ? key : "\(path).\(key)"
        if let name = members.first(where: { $0.key == "name" }),
            case .text(let text) = name.value.content, text.isName
        {
            return "\(outer).\(text)"
        }
        return "\(outer)[\(index + 1)]"
    }
}
