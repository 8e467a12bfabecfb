internal import SystemServices

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
        return names.allSatisfy {
            (try? NewFile.write("\(directory)/\($0).env", isDurable: false, Array(text.utf8)))
                != nil
        }
    }

    /// The text of the file.
    static func text(_ variables: [(name: String, value: String)]) -> String {
        variables.map { name, value in
            let quoted = value.map { "\"\\`$".contains($0) ? "\\\($0)" : String($0) }.joined()
            return "\(name)=\"\(quoted)\"\n"
        }.joined()
    }
}
