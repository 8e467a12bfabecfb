import FoundationEssentials
import Testing

/// A configuration of `Tests/Data/Settings`, and beside it what must be said about it.
struct SettingsCase: CustomTestStringConvertible {
    /// The file's name.
    let name: String
    let text: String

    static let folder = String(
        #filePath.split(separator: "/").dropLast(2).reduce(into: "") { $0 += "/" + $1 }
            + "/Data/Settings/")

    static func all() throws -> [SettingsCase] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".toml") }.sorted()
            .map {
                SettingsCase(
                    name: $0, text: try String(contentsOfFile: folder + $0, encoding: .utf8))
            }
    }

    var testDescription: String { name }

    /// What must be said; `UPDATE_GOLDEN=1` writes down what is said instead.
    func golden(updatedTo said: String) throws -> String {
        let path = Self.folder + name + ".expected"
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
            try said.write(toFile: path, atomically: true, encoding: .utf8)
        }
        return try String(contentsOfFile: path, encoding: .utf8)
    }
}
