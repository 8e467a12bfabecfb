extension Evaluator {
    func apply(
        _ symbol: UnaryOperator, _ operand: Term
    ) throws(ExpressionError) -> Value {
        let value = try value(operand)
        switch symbol {
        case .minus: return .number(-(try number(value)))
        case .plus: return .number(try number(value))
        case .bitwiseNot: return .number(Double(~Self.integer(try number(value))))
        case .not:
            guard case .bool(let isTrue) = value else {
                throw ExpressionError(
                    .type, "! needs true or false, not \(value.typeWithArticle)")
            }
            return .bool(!isTrue)
        }
    }

    func apply(
        _ symbol: BinaryOperator, _ left: Value, _ right: Value
    ) throws(ExpressionError) -> Value {
        try charge(left.ownBytes + right.ownBytes)
        switch symbol {
        case .add: return try sum(left, right)
        case .subtract: return .number(left.asNumber - right.asNumber)
        case .multiply: return .number(left.asNumber * right.asNumber)
        case .divide: return .number(left.asNumber / right.asNumber)
        case .remainder:
            let (a, b) = (left.asNumber, right.asNumber)
            return .number(a.isInfinite || b == 0 ? .nan : a.truncatingRemainder(dividingBy: b))
        case .equal: return .bool(left.equals(right))
        case .unequal: return .bool(!left.equals(right))
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            return .bool(Self.compare(symbol, left, right))
        case .bitwiseAnd: return bits(left, right, &)
        case .bitwiseOr: return bits(left, right, |)
        case .bitwiseXor: return bits(left, right, ^)
        case .shiftLeft: return bits(left, right) { $0 << ($1 & 31) }
        case .shiftRight: return bits(left, right) { $0 >> ($1 & 31) }
        case .shiftRightUnsigned:
            let bits = UInt32(bitPattern: Self.integer(left.asNumber))
            return .number(Double(bits >> UInt32(Self.integer(right.asNumber) & 31)))
        }
    }

    /// Concatenates when a side is text, else adds numbers.
    private func sum(_ left: Value, _ right: Value) throws(ExpressionError) -> Value {
        switch (left, right) {
        case (.text, _), (_, .text):
            let (first, second) = (try text(left), try text(right))
            return try text(first.units + second.units)
        default: return .number(left.asNumber + right.asNumber)
        }
    }

    private static func compare(_ symbol: BinaryOperator, _ left: Value, _ right: Value) -> Bool {
        if case .text(let a) = left, case .text(let b) = right { return ordered(symbol, a, b) }
        return ordered(symbol, left.asNumber, right.asNumber)
    }

    private static func ordered<Ordered: Comparable>(
        _ symbol: BinaryOperator, _ a: Ordered, _ b: Ordered
    ) -> Bool {
        switch symbol {
        case .less: a < b
        case .lessOrEqual: a <= b
        case .greater: a > b
        default: a >= b
        }
    }

    private func bits(
        _ left: Value, _ right: Value, _ operation: (Int32, Int32) -> Int32
    ) -> Value {
        .number(Double(operation(Self.integer(left.asNumber), Self.integer(right.asNumber))))
    }

    /// Returns the low 32 bits, as in ECMAScript.
    static func integer(_ value: Double) -> Int32 {
        guard value.isFinite else { return 0 }
        let wrapped = value.rounded(.towardZero).truncatingRemainder(dividingBy: 4_294_967_296)
        return Int32(truncatingIfNeeded: Int64(wrapped))
    }
}
