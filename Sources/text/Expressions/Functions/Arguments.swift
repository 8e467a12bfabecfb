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
        guard let value = at(index) else { return "" }
        let text = try evaluator.text(value)
        try evaluator.charge(text.byteCount)
        return text
    }

    func array(_ index: Int) throws(ExpressionError) -> ArrayBox {
        if case .array(let array)? = at(index) { return array }
        throw wrongType(index, "an Array")
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
    func text(_ units: some Sequence<UInt16>) throws(ExpressionError) -> Value {
        let text = Text(units: units)
        try charge(text.byteCount)
        return .text(text)
    }

    func newArray(_ items: [Value]) throws(ExpressionError) -> Value {
        try charge(items.count)
        return try array(items)
    }
}
