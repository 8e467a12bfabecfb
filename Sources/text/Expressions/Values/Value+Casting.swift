internal import Chronology

extension Value {
    /// The cast to a number: null is 0, true 1, a text its parsed number, a date its milliseconds,
    /// anything else NaN.
    var asNumber: Double {
        switch self {
        case .null: 0
        case .bool(let value): value ? 1 : 0
        case .number(let value): value
        case .text(let text): NumberText.number(text)
        case .date(let date): date.ms
        case .dateOnly(let date): Double(date.daysSince1970) * 86_400_000
        case .time(let ms): Double(ms)
        case .array, .dictionary, .feature, .geometry, .function: .nan
        }
    }

    /// The bytes of a text, or of the vertices of a geometry; 0 for other values, which cost the same
    /// whatever they hold.
    var ownBytes: Int {
        switch self {
        case .text(let text): text.byteCount
        case .geometry(let geometry): geometry.byteCount
        case .feature(let feature): feature.geometry?.byteCount ?? 0
        default: 0
        }
    }

    /// Whether two values are equal: never across types; containers by identity.
    func equals(_ other: Value) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.text(let a), .text(let b)): a == b
        case (.date(let a), .date(let b)): a.ms == b.ms
        case (.dateOnly(let a), .dateOnly(let b)): a == b
        case (.time(let a), .time(let b)): a == b
        case (.array(let a), .array(let b)): a === b
        case (.dictionary(let a), .dictionary(let b)): a === b
        case (.feature(let a), .feature(let b)): a === b
        case (.geometry(let a), .geometry(let b)): a == b
        case (.function(.builtin(let a)), .function(.builtin(let b))): a.name == b.name
        case (.function(.own(let a)), .function(.own(let b))): a.name == b.name
        default: false
        }
    }

    /// Whether the value counts as true where any type is allowed: as the result of a script.
    var isTruthy: Bool {
        switch self {
        case .bool(let value): value
        case .number(let value): value != 0 && !value.isNaN
        case .text(let text): text.units.count == 4 && text.folded == "true"
        case .null, .date, .dateOnly, .time, .array, .dictionary, .feature, .geometry, .function:
            false
        }
    }

    /// Whether the value is null or an empty text.
    var isEmpty: Bool {
        switch self {
        case .null: true
        case .text(let text): text.units.isEmpty
        default: false
        }
    }
}
