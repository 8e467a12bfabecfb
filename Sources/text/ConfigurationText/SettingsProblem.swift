/// A problem of a configuration.
public struct SettingsProblem: Sendable, Hashable, CustomStringConvertible {
    /// The path of the file, as given.
    public var file: String
    /// The line, from 1; nil when the value is not from the file (`--set`).
    public var line: Int?
    /// The column, from 1, in characters.
    public var column: Int?
    /// The full key, such as `monitor.garden.buffer_m`; nil for the file as a whole.
    public var key: String?
    /// The problem and the remedy, as a predicate of the key.
    public var reason: String

    /// Creates a problem at a position.
    public init(file: String, line: Int?, column: Int?, key: String?, reason: String) {
        self.file = file
        self.line = line
        self.column = column
        self.key = key
        self.reason = reason
    }

    /// `FILE:LINE:COLUMN: KEY: REASON`, a form that editors can jump to.
    public var description: String {
        var text = file
        if let line { text += ":\(line)" }
        if let column { text += ":\(column)" }
        if line == nil, key != nil { text += " (--set)" }
        if let key { text += ": \(key)" }
        return text + ": " + reason
    }
}

/// The problems and known keys found while reading a configuration.
package struct Findings {
    /// The problems, in the order of discovery.
    package private(set) var problems: [SettingsProblem] = []
    /// The keys that were read, present or not, such as `monitor.buffer_m`.
    package private(set) var knownKeys: Set<String> = []

    /// Creates empty findings.
    package init() {}

    package mutating func add(_ problem: SettingsProblem) {
        problems.append(problem)
    }

    package mutating func add(_ other: Findings) {
        problems += other.problems
        knownKeys.formUnion(other.knownKeys)
    }

    package mutating func add(knownKey key: String) {
        knownKeys.insert(key)
    }

    /// Sorts the problems by position. Problems without a line are first.
    package mutating func sort() {
        problems.sort { left, right in
            (left.line ?? 0, left.column ?? 0, left.key ?? "", left.reason)
                < (right.line ?? 0, right.column ?? 0, right.key ?? "", right.reason)
        }
    }
}

/// The configuration file, used for problems and to resolve relative paths.
package struct ConfigurationFile {
    /// The path as given by the user.
    package var path: String

    /// Creates the file at a path.
    package init(path: String) { self.path = path }

    /// Resolves a path in the file. Relative paths are relative to the directory of the file.
    package func resolve(_ other: String) -> String {
        guard !other.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return other }
        return String(path[...slash] + (other.hasPrefix("./") ? other.dropFirst(2) : other[...]))
    }

    /// Returns a problem with a key at a position in the file.
    package func problem(
        at place: TOMLValue.Place, key: String?, _ reason: String
    ) -> SettingsProblem {
        let isInFile = place.line > 0
        return SettingsProblem(
            file: path, line: isInFile ? place.line : nil, column: isInFile ? place.column : nil,
            key: key, reason: reason)
    }
}
