package import ConfigurationText
internal import SystemServices

/// Why a configuration cannot be used.
package struct UnusableSettings: Error {
    /// At least one problem, `FILE:LINE:COLUMN: KEY: REASON`.
    package var problems: [String]

    /// A configuration with these problems.
    package init(problems: [String]) { self.problems = problems }
}

extension TableReader {
    /// The maximum size of the configuration of a program in bytes: a thousand times a usual one.
    private static let maximumBytes = 1 << 20

    /// Reads the configuration file of a program, with the same messages as for that of the daemon.
    /// Throws all its problems.
    package static func read<Value>(
        file path: String, _ read: (inout TableReader) -> Value
    ) throws(UnusableSettings) -> Value {
        let text: [UInt8]
        do {
            text = try TextFile.bytes(path, limit: maximumBytes)
        } catch {
            let reason = TextFile.reason(error.code, limit: maximumBytes)
            throw UnusableSettings(problems: ["\(path): \(reason)"])
        }
        return try self.read(text: String(decoding: text, as: UTF8.self), file: path, read)
    }

    /// Reads the text of a configuration file.
    package static func read<Value>(
        text: String, file path: String, _ read: (inout TableReader) -> Value
    ) throws(UnusableSettings) -> Value {
        let file = ConfigurationFile(path: path)
        switch TOMLDocument.parse(text, maximumBytes: maximumBytes) {
        case .failure(let fault):
            let reason = BareText.sentence(of: fault, in: text) ?? fault.reason
            throw UnusableSettings(
                problems: [file.problem(at: fault.place, key: nil, reason).description])
        case .success(let members):
            var table = TableReader(root: members, of: file)
            let value = read(&table)
            var findings = table.finished()
            findings.sort()
            guard findings.problems.isEmpty else {
                throw UnusableSettings(problems: findings.problems.map(\.description))
            }
            return value
        }
    }
}
