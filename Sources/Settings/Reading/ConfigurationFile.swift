/// The file whose values are read: what its problems and its relative paths refer to.
struct ConfigurationFile {
    /// The path, as it was given.
    var path: String

    /// A path of the file as seen from where the daemon runs: relative ones begin at the file's
    /// directory.
    func resolve(_ other: String) -> String {
        guard !other.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return other }
        return String(path[...slash] + (other.hasPrefix("./") ? other.dropFirst(2) : other[...]))
    }

    /// A problem of the key `key` at a place of the file.
    func problem(
        at place: TOMLValue.Place, key: String?, _ reason: String
    ) -> SettingsProblem {
        let isInFile = place.line > 0
        return SettingsProblem(
            file: path, line: isInFile ? place.line : nil, column: isInFile ? place.column : nil,
            key: key, reason: reason)
    }
}
