/// The configuration file, for problems and for resolving relative paths.
package struct ConfigurationFile {
    /// The path as given.
    package var path: String

    /// The file at a path.
    package init(path: String) { self.path = path }

    /// Resolves a path of the file; relative paths are relative to the file's directory.
    package func resolve(_ other: String) -> String {
        guard !other.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return other }
        return String(path[...slash] + (other.hasPrefix("./") ? other.dropFirst(2) : other[...]))
    }

    /// A problem with a key at a position in the file.
    package func problem(
        at place: TOMLValue.Place, key: String?, _ reason: String
    ) -> SettingsProblem {
        let isInFile = place.line > 0
        return SettingsProblem(
            file: path, line: isInFile ? place.line : nil, column: isInFile ? place.column : nil,
            key: key, reason: reason)
    }
}
