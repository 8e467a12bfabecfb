/// A TOML value with its position.
struct TOMLValue {
    /// The position of a value or of a member's name in the file.
    struct Place: Hashable, Comparable {
        /// From 1; 0 for a value set on the command line.
        var line: Int
        /// From 1, in characters.
        var column: Int

        static func < (left: Place, right: Place) -> Bool {
            (left.line, left.column) < (right.line, right.column)
        }
    }

    /// A named value of a table.
    struct Member {
        var key: String
        var value: TOMLValue
    }

    enum Content {
        /// The members in the order of the file.
        case table([Member])
        case array([TOMLValue])
        case text(String)
        case integer(Int64)
        case number(Double)
        case flag(Bool)
        /// No setting is a date; kept so that the problem can name it.
        case dateOrTime
    }

    var place: Place
    var content: Content

    /// The kind of the value for messages such as "must be a number, not a string".
    var kindName: String {
        switch content {
        case .table: "a table"
        case .array: "an array"
        case .text: "a string"
        case .integer: "an integer"
        case .number: "a number"
        case .flag: "true or false"
        case .dateOrTime: "a date"
        }
    }
}
