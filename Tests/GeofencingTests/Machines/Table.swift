import Chronology
import TestSupport
import Testing

@testable import Geofencing

/// A file of `Tests/Data/Geofencing/machines`: a row a line, fields between bars; `#` begins prose.
enum Table {
    static func rows(_ name: String) throws -> [Row] {
        let text = try DataFolder.of("Geofencing/machines").text(name + ".table")
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let fields = line.split(separator: "|", omittingEmptySubsequences: false)
            return Row(
                fields: fields.map { $0.split(separator: " ").map(String.init) },
                testDescription: String(line))
        }
    }

    /// One row; each field is a list of words.
    struct Row: Sendable, CustomTestStringConvertible {
        var fields: [[String]]
        var testDescription: String

        /// The words of a field, as `word@seconds` pairs.
        func script(_ field: Int) throws -> [(word: String, at: Double)] {
            try fields[field].map { word in
                let parts = word.split(separator: "@")
                return (String(parts[0]), try #require(Double(parts[1])))
            }
        }

        func number(_ field: Int) throws -> Double {
            try #require(Double(fields[field][0]))
        }

        func words(_ field: Int) -> String { fields[field].joined(separator: " ") }
    }
}

extension BootInstant {
    init(s seconds: Double) {
        self = BootInstant(nanoseconds: 0).advanced(bySeconds: seconds)
    }

    /// Seconds, without a fraction where there is none.
    var words: String {
        let seconds = Double(nanoseconds) / 1e9
        return seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    }
}

extension FeedInstant {
    init(s seconds: Double) {
        self.init(nanoseconds: Int64((seconds * 1e9).rounded()))
    }
}
