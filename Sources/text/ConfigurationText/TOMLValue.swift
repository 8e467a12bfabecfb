/// A TOML value with its position.
package struct TOMLValue {
    /// The position of a value or of a member's name in the file.
    package struct Place: Hashable, Comparable {
        /// The line, from 1; 0 for a value set on the command line.
        package var line: Int
        /// The column, from 1, in characters.
        package var column: Int

        /// Creates a position.
        package init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }

        package static func < (left: Place, right: Place) -> Bool {
            (left.line, left.column) < (right.line, right.column)
        }
    }

    /// A named value of a table.
    package struct Member {
        package var key: String
        package var value: TOMLValue

        /// Creates a member.
        package init(key: String, value: TOMLValue) {
            self.key = key
            self.value = value
        }
    }

    package enum Content {
        /// The members in the order of the file.
        case table([Member])
        case array([TOMLValue])
        case text(String)
        case integer(Int64)
        case number(Double)
        case flag(Bool)
        /// No setting is a date. The case exists so that a problem can name it.
        case dateOrTime
    }

    package var place: Place
    package var content: Content

    /// Creates a value at a position.
    package init(place: Place, content: Content) {
        self.place = place
        self.content = content
    }

    /// The kind of the value for messages such as "must be a number, not a string".
    package var kindName: String {
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
