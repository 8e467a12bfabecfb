internal import Glibc

/// The values of an event in a file for `EnvironmentFile=/run/geofenced-hooks/%N.env`.
enum UnitEnvironment {
    /// Writes the file of a unit; whether that worked.
    static func write(
        _ variables: [(name: String, value: String)], of unit: String, _ directory: String
    ) -> Bool {
        let text = Self.text(variables)
        let stem = unit.lastIndex(of: ".").map { String(unit[..<$0]) } ?? unit
        // systemd takes the path for a pattern, in which a backslash stands for nothing.
        let names: Set = [stem, stem.filter { $0 != "\\" }]
        return names.allSatisfy { write(text, "\(directory)/\($0).env") }
    }

    /// The text of the file.
    static func text(_ variables: [(name: String, value: String)]) -> String {
        variables.map { name, value in
            let quoted = value.map { "\"\\`$".contains($0) ? "\\\($0)" : String($0) }.joined()
            return "\(name)=\"\(quoted)\"\n"
        }.joined()
    }

    private static func write(_ text: String, _ path: String) -> Bool {
        let file = unsafe open(path + "~", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        let bytes = Array(text.utf8)
        let count = unsafe Glibc.write(file, bytes, bytes.count)
        return unsafe count == bytes.count && rename(path + "~", path) == 0
    }
}
