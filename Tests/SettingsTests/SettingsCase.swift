import ConfigurationText
import TestSupport
import Testing

/// A configuration of `Tests/Data/Settings` with the golden text of its problems.
struct SettingsCase: CustomTestStringConvertible {
    /// The file's name.
    let name: String
    let text: String

    private static let folder = DataFolder.of("Settings")

    static func all() throws -> [SettingsCase] {
        try folder.names(endingIn: ".toml").map {
            SettingsCase(name: $0, text: try folder.text($0))
        }
    }

    var testDescription: String { name }

    /// What must be said; `UPDATE_GOLDEN=1` writes down what is said instead.
    func golden(updatedTo said: String) throws -> String {
        try Self.folder.golden(name + ".expected", updatedTo: said)
    }
}
