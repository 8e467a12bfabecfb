/// A file of test data: a row a line, fields between bars; `#` begins prose.
package enum Table {
    /// The rows of `Tests/Data/<folder>/<name>.table`.
    package static func rows(_ name: String, in folder: String) throws -> [Row] {
        let text = try DataFolder.of(folder).text(name + ".table")
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let fields = line.split(separator: "|", omittingEmptySubsequences: false)
            return Row(
                fields: fields.map { $0.split(separator: " ").map(String.init) },
                description: String(line))
        }
    }

    /// One row; each field is a list of words.
    package struct Row: Sendable, CustomStringConvertible {
        package let fields: [[String]]
        /// The line.
        package let description: String

        /// The words of a field, as `word@seconds` pairs.
        package func script(_ field: Int) throws -> [(word: String, at: Double)] {
            try fields[field].map { word in
                let parts = word.split(separator: "@")
                guard parts.count == 2, let seconds = Double(parts[1]) else {
                    throw NotReadable(row: self)
                }
                return (String(parts[0]), seconds)
            }
        }

        /// The number that a field begins with.
        package func number(_ field: Int) throws -> Double {
            guard let number = fields[field].first.flatMap(Double.init) else {
                throw NotReadable(row: self)
            }
            return number
        }

        /// The text of a field.
        package func words(_ field: Int) -> String { fields[field].joined(separator: " ") }
    }

    /// A field of the row does not have the expected form.
    package struct NotReadable: Error {
        package let row: Row
    }
}
