/// Writes values as JSON text. A shared part is written, and its cost counted, each time it occurs.
struct JSONWriter {
    let evaluator: Evaluator
    private(set) var units: [UInt16] = []
    private var depth = 0
    /// Digits of a coordinate take longer than a copy of its bytes.
    private static let digitsFactor = 16
    /// The number of units whose cost was already counted.
    private var charged = 0

    init(evaluator: Evaluator) { self.evaluator = evaluator }

    mutating func write(_ value: Value) throws(ExpressionError) {
        depth += 1
        defer { depth -= 1 }
        guard depth <= ExpressionLimits.nesting else { throw Evaluator.endless }
        switch value {
        case .null, .function: add("null")
        case .bool(let value): add(value ? "true" : "false")
        case .number(let value):
            try evaluator.charge(objects: 1)
            add(value.isFinite ? NumberText.plain(value) : "null")
        case .text(let text):
            try evaluator.charge(text.byteCount)
            units += Self.quoted(text)
        case .date(let date): add(NumberText.plain(date.ms))
        case .dateOnly(let date): add("\"\(ISODate.text(date))\"")
        case .time(let ms): add("\"\(ISODate.text(time: ms))\"")
        case .array(let array):
            add("[")
            for (index, item) in array.items.enumerated() {
                if index > 0 { add(",") }
                try write(item)
            }
            add("]")
        case .dictionary(let dictionary): try write(dictionary)
        case .feature(let feature):
            try evaluator.charge(Self.digitsFactor * value.ownBytes)
            add("{\"geometry\":")
            add(feature.geometry.map(Self.text) ?? "null")
            add(",\"attributes\":")
            try write(feature.attributes)
            add("}")
        case .geometry(let geometry):
            try evaluator.charge(Self.digitsFactor * value.ownBytes)
            add(Self.text(geometry))
        }
        try evaluator.charge(32 + 2 * (units.count - charged))
        charged = units.count
    }

    private mutating func write(_ dictionary: DictionaryBox) throws(ExpressionError) {
        add("{")
        for (index, key) in dictionary.keys.enumerated() {
            if index > 0 { add(",") }
            try evaluator.charge(key.byteCount)
            units += Self.quoted(key)
            add(":")
            try write(dictionary.values[index])
        }
        add("}")
    }

    /// Returns a geometry in the form of ArcGIS.
    static func text(_ geometry: ExpressionGeometry) -> String {
        func number(_ value: Double) -> String { value.isFinite ? NumberText.plain(value) : "null" }
        func list(_ position: ExpressionGeometry.Position) -> String {
            let numbers = [position.x, position.y, position.z, position.m].compactMap { $0 }
            return "[" + numbers.map(number).joined(separator: ",") + "]"
        }
        func lists(_ part: [ExpressionGeometry.Position]) -> String {
            "[" + part.map(list).joined(separator: ",") + "]"
        }
        let first = geometry.parts.first ?? []
        let parts = "[" + geometry.parts.map(lists).joined(separator: ",") + "]"
        let point = first.first ?? ExpressionGeometry.Position(x: .nan, y: .nan)
        let body =
            switch geometry.kind {
            case .point:
                "\"x\":\(number(point.x)),\"y\":\(number(point.y))"
                    + (point.z.map { ",\"z\":\(number($0))" } ?? "")
            case .multipoint: "\"points\":\(lists(first))"
            case .polyline: "\"paths\":\(parts)"
            case .polygon: "\"rings\":\(parts)"
            case .extent:
                "\"xmin\":\(number(point.x)),\"ymin\":\(number(point.y)),"
                    + "\"xmax\":\(number(first.last?.x ?? .nan)),"
                    + "\"ymax\":\(number(first.last?.y ?? .nan))"
            }
        return "{\(body),\"spatialReference\":{\"wkid\":\(geometry.wkid)}}"
    }

    private mutating func add(_ string: String) { units += string.utf16 }

    /// Returns a text in quotes.
    static func quoted(_ text: Text) -> [UInt16] {
        var units: [UInt16] = []
        func add(_ string: String) { units += string.utf16 }
        add("\"")
        for unit in text.units {
            switch unit {
            case 34: add("\\\"")
            case 92: add("\\\\")
            case 10: add("\\n")
            case 13: add("\\r")
            case 9: add("\\t")
            case 0..<32: add("\\u00" + (unit < 16 ? "0" : "") + String(unit, radix: 16))
            default: units.append(unit)
            }
        }
        add("\"")
        return units
    }
}
