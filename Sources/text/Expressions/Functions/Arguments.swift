/// The arguments of a call.
extension [Value] {
    /// Returns the argument; nil when absent.
    func at(_ index: Int) -> Value? { index < count ? self[index] : nil }

    /// Returns the argument cast to a number; `fallback` when absent.
    func number(_ index: Int, or fallback: Double = 0) -> Double {
        at(index)?.asNumber ?? fallback
    }

    /// Returns the argument as a whole number, cut towards 0, within the range of array indices.
    func integer(_ index: Int, or fallback: Int = 0) -> Int {
        guard let value = at(index)?.asNumber else { return fallback }
        guard !value.isNaN else { return 0 }
        return Int(Swift.min(Swift.max(value.rounded(.towardZero), -1e15), 1e15))
    }

    func text(_ index: Int, _ evaluator: Evaluator) throws(ExpressionError) -> Text {
        try at(index).map { (value) throws(ExpressionError) in try evaluator.text(value) } ?? ""
    }

    /// Returns the argument as a text whose characters are converted, which takes some eight times as
    /// long as a copy.
    func characters(_ index: Int, _ evaluator: Evaluator) throws(ExpressionError) -> Text {
        let text = try text(index, evaluator)
        try evaluator.charge(8 * text.byteCount)
        return text
    }

    func array(_ index: Int) throws(ExpressionError) -> ArrayBox {
        if case .array(let array)? = at(index) { return array }
        throw wrongType(index, "an Array")
    }

    /// Returns the items of an array that is read as a whole.
    func items(_ index: Int, _ evaluator: Evaluator) throws(ExpressionError) -> [Value] {
        let items = try array(index).items
        try evaluator.charge(items: items.count)
        return items
    }

    /// Returns the arguments, with arrays flattened.
    func flattened(_ evaluator: Evaluator) throws(ExpressionError) -> [Value] {
        var values: [Value] = []
        for value in self {
            guard case .array(let array) = value else {
                values.append(value)
                continue
            }
            try evaluator.charge(items: array.items.count)
            values += array.items
        }
        return values
    }

    /// Returns the argument as a mutable array; throws when it is not one.
    func mutableArray(_ index: Int) throws(ExpressionError) -> ArrayBox {
        let array = try array(index)
        guard !array.isImmutable else {
            throw ExpressionError(.type, "points of a geometry cannot be changed; make a new one")
        }
        return array
    }

    func function(_ index: Int) throws(ExpressionError) -> FunctionValue {
        if case .function(let function)? = at(index) { return function }
        throw wrongType(index, "a Function")
    }

    func feature(_ index: Int) throws(ExpressionError) -> FeatureBox {
        if case .feature(let feature)? = at(index) { return feature }
        throw wrongType(index, "a Feature")
    }

    func wrongType(_ index: Int, _ wanted: String) -> ExpressionError {
        let found = at(index)?.typeWithArticle ?? "nothing"
        return ExpressionError(.type, "argument \(index + 1) has to be \(wanted), not \(found)")
    }
}

extension Evaluator {
    /// Returns a new text of these units.
    func text(_ units: some Collection<UInt16>) throws(ExpressionError) -> Value {
        try charge(2 * units.count)
        return .text(Text(units: units))
    }

    func newArray(_ items: [Value]) throws(ExpressionError) -> Value {
        try charge(items: items.count)
        return try array(items)
    }
}
