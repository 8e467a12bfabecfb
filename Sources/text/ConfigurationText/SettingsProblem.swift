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
