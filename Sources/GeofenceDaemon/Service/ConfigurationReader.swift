import Composition
import Glibc
import Settings
import SystemServices

/// Reads the configuration and every file it refers to. Waits for the disk: never on the loop.
struct ConfigurationReader: Sendable {
    /// Bytes of a configuration file: a thousand monitors fit.
    private static let configurationMaximum = 4 << 20
    /// Bytes of a file of fences: some 10,000 fences fit.
    private static let fencesMaximum = 256 << 20

    /// The path of `geofenced.toml`.
    var path: String
    /// `KEY=VALUE` settings over those of the file.
    var overrides: [String]

    /// What was read.
    struct Reading: Sendable {
        /// The configuration with what it refers to.
        var composition: Composition
        /// The text of the file.
        var text: String
    }

    /// Reads everything, or says all that is wrong: one sentence each, with file, line and key.
    func read() -> Result<Reading, ConfigurationRefused> {
        let text: String
        do throws(SystemError) {
            let bytes = try TextFile.bytes(path, limit: Self.configurationMaximum)
            guard let valid = String(validating: bytes, as: UTF8.self) else {
                return .failure(ConfigurationRefused(problems: ["\(path): it is not UTF-8 text"]))
            }
            text = valid
        } catch {
            return .failure(ConfigurationRefused(problems: ["\(path): \(error)"]))
        }
        let outcome = Composition.load(text, path: path, overrides: overrides) {
            file throws(UnreadableFile) in try Self.bytes(of: file)
        }
        return outcome.map { Reading(composition: $0, text: text) }
            .mapError { ConfigurationRefused(problems: $0.problems.map(\.description)) }
    }

    private static func bytes(of file: String) throws(UnreadableFile) -> [UInt8] {
        do {
            return try TextFile.bytes(file, limit: fencesMaximum)
        } catch {
            let reason =
                error.code == ENOENT
                ? "does not exist" : "cannot be read: \(SystemError.reason(error.code))"
            throw UnreadableFile(reason: reason)
        }
    }
}

/// A configuration that is not taken.
struct ConfigurationRefused: Error {
    /// Everything that is wrong, one sentence each.
    var problems: [String]
}
