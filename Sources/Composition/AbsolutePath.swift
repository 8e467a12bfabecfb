/// A path from the root, without `.`, `..` and slashes that say nothing. Links are not followed.
public struct AbsolutePath: Sendable, Hashable {
    /// The path, with a slash before each name.
    public let text: String

    /// The file of a path as seen from a directory, whose own path begins at the root.
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
