/// The units of lengths and areas.
enum MeasureUnit {
    /// Returns the metres per unit of length; nil without a unit.
    static func metres(_ value: Value?, _ evaluator: Evaluator) throws(ExpressionError) -> Double? {
        guard let factors = try factors(value, evaluator) else { return nil }
        guard let length = factors.length else {
            throw ExpressionError(.type, "acres and hectares measure areas, not lengths")
        }
        return length
    }

    /// Returns the square metres per unit of area; nil without a unit.
    static func squareMetres(
        _ value: Value?, _ evaluator: Evaluator
    ) throws(ExpressionError) -> Double? {
        try factors(value, evaluator)?.area
    }

    private static func factors(
        _ value: Value?, _ evaluator: Evaluator
    ) throws(ExpressionError) -> (length: Double?, area: Double)? {
        guard let value, !value.isEmpty else { return nil }
        if case .number(let code) = value {
            if let length = codes[Int(exactly: code) ?? 0] { return (length, length * length) }
        } else {
            var name = try evaluator.text(value).folded.string
            for form in ["square-", "square ", "square_"] where name.hasPrefix(form) {
                name.removeFirst(form.count)
            }
            switch name {
            case "acres", "acre", "ac": return (nil, 4046.8564224)
            case "hectares", "hectare", "ha": return (nil, 10_000)
            default: break
            }
            if let length = names[name] { return (length, length * length) }
        }
        throw ExpressionError(
            .type,
            "the unit \(try evaluator.text(value).string) is not known; there are meters, "
                + "kilometers, feet, yards, miles, nautical-miles, acres and hectares")
    }

    private static let names: [String: Double] = [
        "meters": 1, "meter": 1, "m": 1, "metres": 1, "metre": 1,
        "kilometers": 1000, "kilometer": 1000, "km": 1000, "kilometres": 1000,
        "feet": 0.3048, "foot": 0.3048, "ft": 0.3048,
        "yards": 0.9144, "yard": 0.9144, "yd": 0.9144,
        "miles": 1609.344, "mile": 1609.344, "mi": 1609.344,
        "nautical-miles": 1852, "nautical-mile": 1852, "nautical miles": 1852, "nmi": 1852,
    ]

    /// The numeric codes of Esri's units.
    private static let codes: [Int: Double] = [
        9001: 1, 9036: 1000, 9002: 0.3048, 9003: 1200.0 / 3937, 9096: 0.9144, 9093: 1609.344,
        9030: 1852, 109404: 1, 109414: 1000, 109405: 0.3048, 109442: 0.9144, 109439: 1609.344,
    ]
}
