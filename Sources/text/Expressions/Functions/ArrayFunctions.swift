/// Functions of arrays.
enum ArrayFunctions {
    static let all: [Builtin] = [
        Builtin("Array", "count, value?", 1...2, "an array of so many values") {
            (arguments, evaluator) throws(ExpressionError) in
            let count = arguments.integer(0)
            guard count >= 0 else { throw ExpressionError(.type, "an array has 0 items or more") }
            return try filled(count, arguments.at(1) ?? .null, evaluator)
        },
        Builtin("Back", "array", 1...1, "the last item") {
            (arguments, _) throws(ExpressionError) in
            guard let last = try arguments.array(0).items.last else { throw noItems("Back") }
            return last
        },
        Builtin("Front", "array", 1...1, "the first item") {
            (arguments, _) throws(ExpressionError) in
            guard let first = try arguments.array(0).items.first else { throw noItems("Front") }
            return first
        },
        Builtin("First", "array", 1...1, "the first item, or null") {
            (arguments, _) throws(ExpressionError) in try arguments.array(0).items.first ?? .null
        },
        Builtin("Distinct", "array or values", 1...1000, "each value once") {
            (arguments, evaluator) throws(ExpressionError) in
            var kept: [Value] = []
            var known: Set<ValueKey> = []
            for value in try arguments.flattened(evaluator) {
                try evaluator.charge(ExpressionLimits.bytesPerStep + value.ownBytes)
                if known.insert(ValueKey(value)).inserted { kept.append(value) }
            }
            return try evaluator.newArray(kept)
        },
        Builtin("Includes", "array, value", 2...2, "whether the array has the value") {
            (arguments, evaluator) throws(ExpressionError) in
            .bool(try place(arguments, evaluator) != nil)
        },
        Builtin("IndexOf", "array, value", 2...2, "where the value stands, or -1") {
            (arguments, evaluator) throws(ExpressionError) in
            .number(try place(arguments, evaluator) ?? -1)
        },
        Builtin("Reverse", "array", 1...1, "the array, its items in the opposite order") {
            (arguments, evaluator) throws(ExpressionError) in
            let array = try arguments.mutableArray(0)
            try evaluator.charge(items: array.items.count)
            array.items.reverse()
            return .array(array)
        },
        Builtin("Slice", "array, from?, to?", 1...3, "the items from one place up to another") {
            (arguments, evaluator) throws(ExpressionError) in
            let items = try arguments.items(0, evaluator)
            func bound(_ index: Int, _ fallback: Int) -> Int {
                let given = arguments.integer(index, or: fallback)
                return min(max(given < 0 ? given + items.count : given, 0), items.count)
            }
            let (start, end) = (bound(1, 0), bound(2, items.count))
            return try evaluator.newArray(Array(items[start..<max(start, end)]))
        },
        Builtin("Splice", "value, …", 1...1000, "values and the items of arrays as one array") {
            (arguments, evaluator) throws(ExpressionError) in
            try evaluator.newArray(try arguments.flattened(evaluator))
        },
        Builtin("Top", "array, count", 2...2, "the first items") {
            (arguments, evaluator) throws(ExpressionError) in
            let items = try arguments.items(0, evaluator)
            return try evaluator.newArray(Array(items.prefix(max(0, arguments.integer(1)))))
        },
        Builtin("Push", "array, value", 2...2, "appends a value; the new count") {
            (arguments, evaluator) throws(ExpressionError) in
            let array = try arguments.mutableArray(0)
            try evaluator.charge(items: 1)
            array.items.append(arguments[1])
            return .number(array.items.count)
        },
        Builtin("Pop", "array", 1...1, "removes the last item and returns it") {
            (arguments, _) throws(ExpressionError) in
            guard let last = try arguments.mutableArray(0).items.popLast() else {
                throw noItems("Pop")
            }
            return last
        },
        Builtin("Resize", "array, count, value?", 2...3, "makes the array as long") {
            (arguments, evaluator) throws(ExpressionError) in
            let array = try arguments.mutableArray(0)
            let count = arguments.integer(1)
            guard count >= 0 else { throw ExpressionError(.type, "an array has 0 items or more") }
            if count < array.items.count {
                array.items.removeLast(array.items.count - count)
            } else {
                let value = arguments.at(2) ?? .null
                try evaluator.charge(items: count)
                array.items += [Value](repeating: value, count: count - array.items.count)
            }
            return .null
        },
    ]

    /// Returns where a value stands in an array; nil when it does not.
    private static func place(
        _ arguments: [Value], _ evaluator: Evaluator
    ) throws(ExpressionError) -> Int? {
        for (index, item) in try arguments.items(0, evaluator).enumerated()
        where try evaluator.equals(item, arguments[1]) {
            return index
        }
        return nil
    }

    private static func filled(
        _ count: Int, _ value: Value, _ evaluator: Evaluator
    ) throws(ExpressionError) -> Value {
        // Charged before the allocation, because the count may be any number.
        try evaluator.charge(items: count)
        return try evaluator.array([Value](repeating: value, count: count))
    }

    private static func noItems(_ name: String) -> ExpressionError {
        ExpressionError(
            .index, "\(name) needs an array with an item; Count returns how many there are")
    }
}

/// A value as a member of a set: equal values are one member.
private struct ValueKey: Hashable {
    private let value: Value

    init(_ value: Value) { self.value = value }

    static func == (left: ValueKey, right: ValueKey) -> Bool { left.value.equals(right.value) }

    func hash(into hasher: inout Hasher) {
        switch value {
        case .text(let text): hasher.combine(text)
        case .date(let date): hasher.combine(date.ms)
        case .array(let array): hasher.combine(ObjectIdentifier(array))
        case .dictionary(let dictionary): hasher.combine(ObjectIdentifier(dictionary))
        case .feature(let feature): hasher.combine(ObjectIdentifier(feature))
        case .geometry(let geometry): hasher.combine(geometry)
        case .null, .bool, .number, .dateOnly, .time, .function: hasher.combine(value.asNumber)
        }
    }
}
