/// A value to bind to a statement.
enum SQLValue {
    /// No value.
    case null
    /// An integer.
    case integer(Int64)
    /// A text.
    case text(String)
    /// Bytes.
    case blob([UInt8])

    /// The text, or null for nil.
    static func optional(_ text: String?) -> SQLValue {
        text.map(SQLValue.text) ?? .null
    }

    /// The number, or null for nil.
    static func optional(_ number: Int64?) -> SQLValue {
        number.map(SQLValue.integer) ?? .null
    }
}
