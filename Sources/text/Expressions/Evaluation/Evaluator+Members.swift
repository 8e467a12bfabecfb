internal import Suggestions

extension Evaluator {
    /// Returns an item of an array, a member of a dictionary, an attribute of a feature or a
    /// property of a geometry.
    func item(of container: Value, _ index: Value) throws(ExpressionError) -> Value {
        switch container {
        case .array(let array):
            return array.items[try place(index, count: array.items.count)]
        case .text(let text):
            return .text(Text(units: [text.units[try place(index, count: text.units.count)]]))
        case .dictionary(let dictionary):
            return try found(dictionary, try text(index), "dictionary")
        case .feature(let feature):
            return try found(feature.attributes, try text(index), "feature")
        case .geometry(let geometry): return try property(try text(index), of: geometry)
        case .null:
            throw ExpressionError(
                .type,
                "null has no members; the value before the dot or bracket is missing, which "
                    + "IsEmpty checks for that")
        case .bool, .number, .date, .dateOnly, .time, .function:
            throw ExpressionError(.type, "\(container.typeWithArticle) has no members")
        }
    }

    private func found(
        _ members: DictionaryBox, _ key: Text, _ container: String
    ) throws(ExpressionError) -> Value {
        guard let value = try member(key, of: members) else {
            throw ExpressionError(
                .field,
                "the \(container) has no \"\(key.string)\""
                    + didYouMean(key.string, among: members.keys.lazy.map(\.string))
                    + "; HasKey returns whether it has one")
        }
        return value
    }

    /// Returns the position that an index selects; negative indices count from the end.
    func place(_ index: Value, count: Int) throws(ExpressionError) -> Int {
        guard case .number(let number) = index, number == number.rounded(), abs(number) < 1e15
        else {
            throw ExpressionError(.index, "an index has to be a whole number")
        }
        let place = Int(number) < 0 ? Int(number) + count : Int(number)
        guard (0..<count).contains(place) else {
            throw ExpressionError(
                .index, "the index \(Int(number)) is beyond the \(count) items there are")
        }
        return place
    }

    /// Sets an item of a container.
    func set(_ value: Value, at index: Value, of container: Value) throws(ExpressionError) {
        switch container {
        case .array(let array):
            guard !array.isImmutable else { throw Self.immutable("points of a geometry") }
            if case .number(Double(array.items.count)) = index {
                try charge(items: 1)
                array.items.append(value)
            } else {
                array.items[try place(index, count: array.items.count)] = value
            }
        case .dictionary(let dictionary): try set(try text(index), value, in: dictionary)
        case .feature(let feature):
            guard !feature.isImmutable else { throw Self.immutable("profile variables") }
            try set(try text(index), value, in: feature.attributes)
        case .geometry: throw Self.immutable("geometries")
        case .null, .bool, .number, .text, .date, .dateOnly, .time, .function:
            throw ExpressionError(.type, "\(container.typeWithArticle) has no members to change")
        }
    }

    private static func immutable(_ things: String) -> ExpressionError {
        ExpressionError(.type, "\(things) cannot be changed; make a new one")
    }

    /// Returns a property of a geometry.
    private func property(
        _ name: Text, of geometry: ExpressionGeometry
    ) throws(ExpressionError) -> Value {
        typealias Kind = ExpressionGeometry.Kind
        let point = geometry.parts.first?.first
        let far = geometry.parts.first?.last
        func number(_ value: Double?) -> Value { value.map { .number($0) } ?? .null }
        switch (name.folded.string, geometry.kind) {
        case ("x", .point): return number(point?.x)
        case ("y", .point): return number(point?.y)
        case ("z", .point): return number(point?.z)
        case ("m", .point): return number(point?.m)
        case ("xmin", .extent): return number(point?.x)
        case ("ymin", .extent): return number(point?.y)
        case ("xmax", .extent): return number(far?.x)
        case ("ymax", .extent): return number(far?.y)
        case ("zmin", .extent): return number(point?.z)
        case ("zmax", .extent): return number(far?.z)
        case ("points", .multipoint):
            return try points(geometry.parts.first ?? [], geometry.wkid)
        case ("paths", .polyline), ("rings", .polygon):
            var parts: [Value] = []
            for part in geometry.parts { parts.append(try points(part, geometry.wkid)) }
            return try array(parts, isImmutable: true)
        case ("type", _): return .text(geometry.kind.name)
        case ("hasz", _): return .bool(geometry.hasZ)
        case ("hasm", _): return .bool(geometry.hasM)
        case ("spatialreference", _):
            let reference = try dictionary()
            try set("wkid", .number(geometry.wkid), in: reference)
            return .dictionary(reference)
        default:
            throw ExpressionError(
                .field, "a \(geometry.kind.name) has no property \"\(name.string)\"")
        }
    }

    private func points(
        _ positions: [ExpressionGeometry.Position], _ wkid: Int
    ) throws(ExpressionError) -> Value {
        try charge(objects: positions.count)
        return try array(
            positions.map { .geometry(ExpressionGeometry(.point, [[$0]], wkid: wkid)) },
            isImmutable: true)
    }
}
