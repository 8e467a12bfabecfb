/// Values as JSON text. A value without a JSON form is an object with one key: `{"$date": ms}`,
/// `{"$num": "NaN"}`, `{"$dateonly": "2024-03-05"}`, `{"$time": "14:07:09"}`. Geometries have the
/// form of ArcGIS, features are `{"geometry": …, "attributes": …}`.
public enum ExpressionJSON {
    /// Steps for reading a text: 256 MiB for the largest file with variables.
    private static let readingSteps = 1 << 22

    /// Parses JSON text to a value. Throws `type` when the text is not JSON.
    public static func value(_ json: String) throws(ExpressionError) -> ExpressionValue {
        let evaluator = Evaluator(
            Program(), ExpressionContext(), profile: .notification, steps: Self.readingSteps)
        evaluator.resultRoom_bytes = .max
        defer { evaluator.dissolve() }
        return try read(try JSONParser.value(of: Text(json), evaluator), evaluator)
    }

    /// Returns the members of a JSON object whose names are not in `known`, ignoring case; none
    /// if an expression cannot read the text.
    package static func members(
        of json: String?, beside known: [ExpressionMember] = []
    ) -> [ExpressionMember] {
        guard let json, case .dictionary(let members)? = try? value(json) else { return [] }
        let names = Set(known.map { $0.key.lowercased() })
        return members.filter { !names.contains($0.key.lowercased()) }
    }

    private static func read(
        _ value: Value, _ evaluator: Evaluator
    ) throws(ExpressionError) -> ExpressionValue {
        switch value {
        case .array(let array):
            var items: [ExpressionValue] = []
            for item in array.items { items.append(try read(item, evaluator)) }
            return .array(items)
        case .dictionary(let dictionary):
            if let special = try special(dictionary) { return special }
            if case .dictionary(let attributes)? = dictionary["attributes"] {
                let geometry = try dictionary["geometry"].map { (value) throws(ExpressionError) in
                    try GeometryReader.geometry(value, evaluator)
                }
                return .feature(try members(attributes, evaluator), geometry ?? nil)
            }
            if dictionary["spatialReference"] != nil,
                let geometry = try GeometryReader.geometry(value, evaluator)
            {
                return .geometry(geometry)
            }
            return .dictionary(try members(dictionary, evaluator))
        default: return try evaluator.copy(value)
        }
    }

    private static func members(
        _ dictionary: DictionaryBox, _ evaluator: Evaluator
    ) throws(ExpressionError) -> [ExpressionMember] {
        var members: [ExpressionMember] = []
        for (key, value) in zip(dictionary.keys, dictionary.values) {
            members.append(ExpressionMember(key.string, try read(value, evaluator)))
        }
        return members
    }

    private static func special(
        _ dictionary: DictionaryBox
    ) throws(ExpressionError) -> ExpressionValue? {
        guard dictionary.keys.count == 1, let value = dictionary.values.first else { return nil }
        switch (dictionary.keys[0].string, value) {
        case ("$date", .number(let ms)) where dateRange_ms.contains(ms): return .date(ms)
        case ("$num", .text(let text)):
            return .number(text.string == "NaN" ? .nan : NumberText.number(text))
        case ("$dateonly", .text(let text)):
            return ISODate.reading(text).map { .dateOnly($0.date) } ?? .null
        case ("$time", .text(let text)): return ISODate.time(text).map { .time($0) } ?? .null
        default: return nil
        }
    }

    /// Returns a value as JSON text.
    ///
    /// - Parameter isPlain: whether dates are ISO 8601 text and infinite values and NaN are null,
    ///   for readers of plain JSON.
    public static func text(_ value: ExpressionValue, isPlain: Bool = false) -> String {
        switch value {
        case .null, .function: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .number(let number):
            if number.isFinite { return NumberText.plain(number) }
            return isPlain ? "null" : "{\"$num\":\"\(NumberText.plain(number))\"}"
        case .text(let string): return quoted(string)
        case .date(let ms):
            guard isPlain else { return "{\"$date\":\(NumberText.plain(ms))}" }
            return quoted(ISODate.text(DateValue(ms: ms, zone: .utc)))
        case .dateOnly(let date):
            let text = quoted(ISODate.text(date))
            return isPlain ? text : "{\"$dateonly\":\(text)}"
        case .time(let ms):
            let text = quoted(ISODate.text(time: ms))
            return isPlain ? text : "{\"$time\":\(text)}"
        case .array(let items):
            return "[" + items.map { text($0, isPlain: isPlain) }.joined(separator: ",") + "]"
        case .dictionary(let members): return object(members, isPlain)
        case .feature(let attributes, let geometry):
            let shape = geometry.map(JSONWriter.text) ?? "null"
            return "{\"geometry\":\(shape),\"attributes\":\(object(attributes, isPlain))}"
        case .geometry(let geometry): return JSONWriter.text(geometry)
        }
    }

    private static func object(_ members: [ExpressionMember], _ isPlain: Bool) -> String {
        let pairs = members.map { "\(quoted($0.key)):\(text($0.value, isPlain: isPlain))" }
        return "{" + pairs.joined(separator: ",") + "}"
    }

    private static func quoted(_ string: String) -> String {
        String(decoding: JSONWriter.quoted(Text(string)), as: UTF16.self)
    }
}
