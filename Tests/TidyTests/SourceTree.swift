import FoundationEssentials
import TestSupport

/// The files of the product, as text to check.
struct SourceTree {
    struct File {
        /// Path from the root, such as `Sources/base/Geodesy/Coordinate.swift`.
        let path: String
        let lines: [String]

        /// The room: the folder below Sources or Tests.
        var room: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

        /// The module: the folder below the room, or below the consumers' one in it.
        var module: String {
            let folders = path.split(separator: "/").dropFirst(2).dropLast()
            let module = folders.first == "consumers" ? folders.dropFirst().first : folders.first
            return module.map(String.init) ?? ""
        }
    }

    /// The Swift files below `folder`, sorted by path.
    static func swiftFiles(below folder: String) throws -> [File] {
        try FileManager.default.subpathsOfDirectory(atPath: DataFolder.package.path + folder)
            .filter { $0.hasSuffix(".swift") && !$0.contains(".build") }
            .sorted()
            .map { File(path: folder + "/" + $0, lines: try lines(of: folder + "/" + $0)) }
    }

    /// All texts that people write: code, configuration, man pages, documents; without test data.
    static func documents() throws -> [File] {
        let endings = [
            ".swift", ".py", ".md", ".toml", ".catalog", ".c", ".h", ".cpp", ".service", ".conf",
        ]
        var paths = ["README.md", "Package.swift"]
        for folder in ["Sources", "Tests", "etc", "scripts", "systemd"] {
            paths += try FileManager.default
                .subpathsOfDirectory(atPath: DataFolder.package.path + folder)
                .map { folder + "/" + $0 }
                .filter { path in
                    !path.contains("/.") && !path.hasPrefix("Tests/Data/")
                        && (endings.contains { path.hasSuffix($0) } || isManPage(path)
                            || path.hasSuffix("/control")
                            || folder == "scripts" && isFile(path))
                }
        }
        return try paths.sorted().map { File(path: $0, lines: try lines(of: $0)) }
    }

    private static func isManPage(_ path: String) -> Bool {
        path.hasPrefix("etc/man/") && path.last?.isNumber == true
    }

    private static func isFile(_ path: String) -> Bool {
        var isDirectory = false
        return FileManager.default.fileExists(
            atPath: DataFolder.package.path + path, isDirectory: &isDirectory) && !isDirectory
    }

    static func lines(of path: String) throws -> [String] {
        try DataFolder.package.text(path)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
