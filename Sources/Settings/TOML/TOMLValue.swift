/// A value of a TOML document with its place.
struct TOMLValue {
    /// Where a value, or the name of a member, stands in its file.
    struct Place: Hashable, Comparable {
        /// Counted from 1; 0 for what was set on the command line.
        var line: Int
        /// Counted from 1, in characters.
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
        /// Nothing of ours is a date; kept to be refused by name.
        case dateOrTime
    }

    var place: Place
    var content: Content

    /// What the value is, for sentences such as "must be a number, not a string".
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
