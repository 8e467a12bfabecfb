internal import Chronology

/// A value inside an evaluation. Arrays and dictionaries are shared by reference. Large payloads are
/// indirect, so that an item of an array has 16 bytes.
enum Value {
    case null
    case bool(Bool)
    case number(Double)
    case text(Text)
    indirect case date(DateValue)
    indirect case dateOnly(CivilDate)
    /// Milliseconds since midnight.
    case time(Int)
    case array(ArrayBox)
    case dictionary(DictionaryBox)
    case feature(FeatureBox)
    indirect case geometry(ExpressionGeometry)
    indirect case function(FunctionValue)

    static func text(_ string: String) -> Value { .text(Text(string)) }
    static func number(_ count: Int) -> Value { .number(Double(count)) }
}

/// A mutable array.
final class ArrayBox {
    var items: [Value]
    /// Whether it belongs to a geometry, whose points are immutable.
    let isImmutable: Bool

    init(_ items: [Value], isImmutable: Bool = false) {
        self.items = items
        self.isImmutable = isImmutable
    }
}

/// A mutable dictionary with case-insensitive keys in the order of insertion.
final class DictionaryBox {
    private(set) var keys: [Text] = []
    private(set) var values: [Value] = []
    private var places: [Text: Int] = [:]

    subscript(key: Text) -> Value? { places[key.folded].map { values[$0] } }

    func set(_ key: Text, _ value: Value) {
        if let place = places[key.folded] {
            values[place] = value
        } else {
            places[key.folded] = keys.count
            keys.append(key)
            values.append(value)
        }
    }

    func remove(_ key: Text) {
        guard let place = places.removeValue(forKey: key.folded) else { return }
        keys.remove(at: place)
        values.remove(at: place)
        for index in places.values.indices where places.values[index] > place {
            places.values[index] -= 1
        }
    }

    func removeAll() {
        keys = []
        values = []
        places = [:]
    }
}

/// Attributes and, usually, a geometry.
final class FeatureBox {
    let attributes: DictionaryBox
    var geometry: ExpressionGeometry?
    /// Whether it is a profile variable, which is immutable.
    let isImmutable: Bool

    init(_ attributes: DictionaryBox, _ geometry: ExpressionGeometry?, isImmutable: Bool) {
        self.attributes = attributes
        self.geometry = geometry
        self.isImmutable = isImmutable
    }
}

/// A function value.
enum FunctionValue {
    case builtin(Builtin)
    case own(FunctionDeclaration)
}

/// An instant with the time zone of its parts.
struct DateValue: Hashable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    var ms: Double
    var zone: Zone
}

extension Value {
    /// The name of the type with its article.
    var typeWithArticle: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a Number"
        case .text: "a Text"
        case .date: "a Date"
        case .dateOnly: "a DateOnly"
        case .time: "a Time"
        case .array: "an Array"
        case .dictionary: "a Dictionary"
        case .feature: "a Feature"
        case .geometry(let geometry):
            geometry.kind == .extent ? "an Extent" : "a \(geometry.kind.name)"
        case .function: "a Function"
        }
    }
}
