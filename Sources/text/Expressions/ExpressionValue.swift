public import Chronology

/// An input or result value of an expression.
///
/// Inside an evaluation arrays and dictionaries are shared and changed in place; this is an
/// immutable copy.
public indirect enum ExpressionValue: Sendable, Hashable {
    /// No value.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number.
    case number(Double)
    /// Text.
    case text(String)
    /// An instant, in milliseconds since 1970-01-01T00:00:00Z.
    case date(Double)
    /// A day of the calendar.
    case dateOnly(CivilDate)
    /// A time of day, in milliseconds since midnight.
    case time(Int)
    /// A list.
    case array([ExpressionValue])
    /// Members in the order of insertion.
    case dictionary([ExpressionMember])
    /// Attributes and, usually, a geometry.
    case feature([ExpressionMember], ExpressionGeometry?)
    /// A point or a shape.
    case geometry(ExpressionGeometry)
    /// A function, which has no meaning outside its evaluation.
    case function
}

/// A member of a dictionary, or an attribute of a feature.
public struct ExpressionMember: Sendable, Hashable {
    /// The key as first written; case-insensitive.
    public var key: String
    /// The value.
    public var value: ExpressionValue

    /// Creates a member with that key.
    public init(_ key: String, _ value: ExpressionValue) {
        self.key = key
        self.value = value
    }
}

extension ExpressionValue {
    /// Returns a dictionary with these members, in their order.
    public static func members(_ pairs: KeyValuePairs<String, ExpressionValue>) -> ExpressionValue {
        .dictionary(pairs.map { ExpressionMember($0.key, $0.value) })
    }

    /// The value cast to Boolean, as the runtime casts the result of a filter: a number is true unless it
    /// is 0 or NaN, a text is true if it is `true` in any case, and anything else is false.
    public var asBool: Bool {
        switch self {
        case .bool(let value): value
        case .number(let value): value != 0 && !value.isNaN
        case .text(let text): text.lowercased() == "true"
        case .null, .date, .dateOnly, .time, .array, .dictionary, .feature, .geometry, .function:
            false
        }
    }

    /// The value cast to text, as the runtime casts the result of a message: empty for null, and JSON for
    /// lists, dictionaries, features and geometries.
    public var asText: String {
        switch self {
        case .null, .function: ""
        case .text(let text): text
        case .bool(let value): value ? "true" : "false"
        case .number(let value): NumberText.plain(value)
        case .date(let ms): ISODate.text(DateValue(ms: ms, zone: .utc))
        case .dateOnly(let date): ISODate.text(date)
        case .time(let ms): ISODate.text(time: ms)
        case .array, .dictionary, .feature, .geometry: ExpressionJSON.text(self, isPlain: true)
        }
    }
}
