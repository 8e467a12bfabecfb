internal import FoundationEssentials

/// A folder of test data: inputs, and golden texts that outputs must equal.
package struct DataFolder: Sendable {
    /// Its path, with a trailing slash.
    package let path: String

    /// The root of the package, derived from the path of this file.
    package static let package = DataFolder(
        path: #filePath.split(separator: "/").dropLast(3).reduce(into: "/") { $0 += $1 + "/" })

    /// Whether golden texts are rewritten instead of compared: `UPDATE_GOLDEN=1`.
    package static var isUpdated: Bool {
        ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"
    }

    /// The data of the tests of a module: `Tests/Data/<module>`.
    package static func of(_ module: String) -> DataFolder {
        package.folder("Tests/Data/" + module)
    }

    /// A subfolder.
    package func folder(_ name: String) -> DataFolder { DataFolder(path: path + name + "/") }

    /// The sorted names of its files with that ending.
    package func names(endingIn ending: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { $0.hasSuffix(ending) }.sorted()
    }

    /// The bytes of a file.
    package func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + name)))
    }

    /// The text of a file.
    package func text(_ name: String) throws -> String {
        try String(contentsOfFile: path + name, encoding: .utf8)
    }

    /// The non-empty lines of a file, as bytes.
    package func lines(_ name: String) throws -> [[UInt8]] {
        try bytes(name).split(separator: UInt8(ascii: "\n")).map { Array($0) }
    }

    /// A golden text; when golden texts are updated, replaces it by the actual text first.
    package func golden(_ name: String, updatedTo actual: String) throws -> String {
        if Self.isUpdated {
            try actual.write(toFile: path + name, atomically: true, encoding: .utf8)
        }
        return try text(name)
    }
}
