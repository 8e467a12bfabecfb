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

    /// The expected text; `UPDATE_GOLDEN=1` replaces it by the actual one.
    func golden(updatedTo actual: String) throws -> String {
        try Self.folder.golden(name + ".expected", updatedTo: actual)
    }
}
