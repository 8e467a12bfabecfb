/// The configuration file, used for problems and to resolve relative paths.
package struct ConfigurationFile {
    /// The path as given by the user.
    package var path: String

    /// Creates the file at a path.
    package init(path: String) { self.path = path }

    /// Resolves a path in the file. Relative paths are relative to the directory of the file.
    package func resolve(_ other: String) -> String {
        guard !other.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return other }
        return String(path[...slash] + (other.hasPrefix("./") ? other.dropFirst(2) : other[...]))
    }

    /// Returns a problem with a key at a position in the file.
    package func problem(
        at place: TOMLValue.Place, key: String?, _ reason: String
    ) -> SettingsProblem {
        let isInFile = place.line > 0
        return SettingsProblem(
            file: path, line: isInFile ? place.line : nil, column: isInFile ? place.column : nil,
            key: key, reason: reason)
    }
}
