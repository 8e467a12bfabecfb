/// An absolute path without `.`, `..` and redundant slashes. Does not resolve links.
public struct AbsolutePath: Sendable, Hashable {
    /// The path, with a slash before each name.
    public let text: String

    /// Resolves a path against a directory, whose own path is absolute.
    public init(_ path: String, from directory: String) {
        var names: [Substring] = []
        for name in ((path.hasPrefix("/") ? "" : directory + "/") + path).split(separator: "/") {
            switch name {
            case ".": continue
            case "..": _ = names.popLast()
            default: names.append(name)
            }
        }
        text = names.isEmpty ? "/" : names.reduce(into: "") { $0 += "/" + $1 }
    }
}
