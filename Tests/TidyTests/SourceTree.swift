import FoundationEssentials
import TestSupport

/// The product's own files, as text to be checked.
struct SourceTree {
    struct File {
        /// Path from the root, such as `Sources/Geodesy/Coordinate.swift`.
        let path: String
        let lines: [String]

        var room: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
    }

    /// Every Swift file below `folder`, in order of path.
    static func swiftFiles(below folder: String) throws -> [File] {
        try FileManager.default.subpathsOfDirectory(atPath: DataFolder.package.path + folder)
            .filter { $0.hasSuffix(".swift") && !$0.contains(".build") }
            .sorted()
            .map { File(path: folder + "/" + $0, lines: try lines(of: folder + "/" + $0)) }
    }

    static func lines(of path: String) throws -> [String] {
        try DataFolder.package.text(path)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
