internal import Glibc

/// One table of the configuration of a program, read with the same words for the same mistakes as the daemon's.
public struct SettingsTable {
    var reader: TableReader

    /// A string that is not empty.
    public mutating func text(_ key: String) -> String? { reader.text(key) }
    /// Strings that are not empty.
    public mutating func texts(_ key: String) -> [String]? { reader.texts(key) }
    /// A path, taken from the directory of the configuration unless absolute.
    public mutating func path(_ key: String) -> String? { reader.path(key) }
    /// True or false.
    public mutating func flag(_ key: String) -> Bool? { reader.flag(key) }
    /// A finite number in a range.
    public mutating func number(_ key: String, _ range: ClosedRange<Double>) -> Double? {
        reader.number(key, range)
    }
    /// A whole number in a range.
    public mutating func integer(_ key: String, _ range: ClosedRange<Int64>) -> Int? {
        reader.integer(key, range)
    }
    /// One of the words given.
    public mutating func word(_ key: String, _ words: [String]) -> String? {
        reader.word(key, words)
    }
    /// A table inside this one; nil where there is none.
    public mutating func table<Value>(
        _ key: String, _ read: (inout SettingsTable) -> Value
    ) -> Value? {
        reader.table(key) { inner in
            var table = SettingsTable(reader: inner)
            defer { inner = table.reader }
            return read(&table)
        }
    }
    /// Notes a problem with a key.
    public mutating func refuse(_ key: String, _ reason: String) { reader.refuse(key, reason) }
    /// Whether the file gives the key.
    public func has(_ key: String) -> Bool { reader.has(key) }
}

/// Why a configuration cannot be used.
public struct UnusableSettings: Error {
    /// At least one problem, `FILE:LINE:COLUMN: KEY: REASON`.
    public var problems: [String]
}

extension SettingsTable {
    /// Reads the configuration file of a program. Throws every problem that it has.
    public static func read<Value>(
        file path: String, _ read: (inout SettingsTable) -> Value
    ) throws(UnusableSettings) -> Value {
        guard let text = FileBytes.read(path, limit: Configuration.maximumBytes + 1) else {
            let reason = unsafe String(cString: strerror(errno))
            throw UnusableSettings(problems: ["\(path): cannot be read: \(reason)"])
        }
        return try self.read(text: String(decoding: text, as: UTF8.self), file: path, read)
    }

    /// Reads the text of a configuration file.
    public static func read<Value>(
        text: String, file path: String, _ read: (inout SettingsTable) -> Value
    ) throws(UnusableSettings) -> Value {
        let file = ConfigurationFile(path: path)
        switch TOMLDocument.parse(text) {
        case .failure(let fault):
            let reason = BareText.sentence(of: fault, in: text) ?? fault.reason
            throw UnusableSettings(
                problems: [file.problem(at: fault.place, key: nil, reason).description])
        case .success(let members):
            var table = SettingsTable(
                reader: TableReader(
                    members, file: file, path: "", section: "", place: .init(line: 1, column: 1)))
            let value = read(&table)
            var findings = table.reader.finished()
            findings.sort()
            guard findings.problems.isEmpty else {
                throw UnusableSettings(problems: findings.problems.map(\.description))
            }
            return value
        }
    }
}

/// The limits of a configuration file.
enum Configuration {
    /// Bytes of a file: a thousand times what one takes.
    static let maximumBytes = 1 << 20
}
