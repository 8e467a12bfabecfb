import Suggestions

/// Reads the members of one table, each at most once, and refuses unknown keys.
///
/// A getter returns nil for a missing member and also for an invalid one. The problem is then in
/// `findings`, and the caller may continue with any value.
package struct TableReader {
    package let file: ConfigurationFile
    /// The path of the table as written by users, such as `monitor.garden`.
    package let path: String
    /// The path without names, such as `monitor`.
    package let section: String
    package let place: TOMLValue.Place
    package private(set) var findings = Findings()
    private var members: [TOMLValue.Member]
    private var asked: [String] = []

    package init(
        _ members: [TOMLValue.Member], file: ConfigurationFile, path: String, section: String,
        place: TOMLValue.Place
    ) {
        self.members = members
        self.file = file
        self.path = path
        self.section = section
        self.place = place
    }

    /// Reads the root table of a file.
    package init(root members: [TOMLValue.Member], of file: ConfigurationFile) {
        self.init(
            members, file: file, path: "", section: "", place: .init(line: 1, column: 1))
    }

    /// Returns the value of a member and marks the key as known.
    package mutating func take(_ key: String) -> TOMLValue? {
        asked.append(key)
        findings.add(knownKey: section.isEmpty ? key : "\(section).\(key)")
        return members.first { $0.key == key }?.value
    }

    /// Whether the file contains the key, with any value.
    package func has(_ key: String) -> Bool {
        members.contains { $0.key == key }
    }

    /// Whether the key was read, so that it is not an unknown one.
    package func isKnown(_ key: String) -> Bool {
        asked.contains(key)
    }

    /// Returns the names of the members of a table inside this one; none when it is not a table.
    ///
    /// - Parameter excluded: the members that are tables with this key are left out.
    package func memberNames(of key: String, without excluded: String? = nil) -> [String] {
        guard let member = members.first(where: { $0.key == key }),
            case .table(let inside) = member.value.content
        else { return [] }
        return inside.filter { member in
            guard let excluded, case .table(let own) = member.value.content else { return true }
            return !own.contains { $0.key == excluded }
        }.map(\.key)
    }

    /// Adds a problem with a member, at `place`, else at the position of the member or of this
    /// table.
    package mutating func refuse(_ key: String, at place: TOMLValue.Place? = nil, _ reason: String)
    {
        findings.add(problem(key, at: place, reason))
    }

    /// Returns a problem with a member, at `place`, else at the position of the member or table.
    package func problem(
        _ key: String, at place: TOMLValue.Place? = nil, _ reason: String
    ) -> SettingsProblem {
        let own = members.first { $0.key == key }?.value.place
        return file.problem(at: place ?? own ?? self.place, key: way(to: key), reason)
    }

    /// Adds a problem when a required member is missing.
    package mutating func demand(_ key: String, _ what: String) {
        if !has(key) { refuse(key, "is missing; give \(what)") }
    }

    /// Adds the findings of a table inside this one.
    package mutating func absorb(_ inner: TableReader) {
        findings.add(inner.finished())
    }

    /// Returns all findings, including a problem for every unknown member. Must be called last.
    package func finished() -> Findings {
        var findings = findings
        for member in members where !asked.contains(member.key) {
            let hint = didYouMean(member.key, among: asked.sorted())
            findings.add(
                file.problem(
                    at: member.value.place, key: way(to: member.key),
                    "is not a known key\(hint)"))
        }
        return findings
    }

    private func way(to key: String) -> String {
        path.isEmpty ? key : "\(path).\(key)"
    }
}

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

extension String {
    /// The maximum size of a name in bytes, so that it fits into tables, journal fields and topics.
    package static let maximumNameBytes = 128

    /// Whether the string is a valid name: 1 to 128 bytes without control characters.
    package var isName: Bool { !hasControls && !isEmpty && utf8.count <= Self.maximumNameBytes }
}
