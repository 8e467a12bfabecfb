/// Functions that call a function for each item.
enum CallbackFunctions {
    static let all: [Builtin] = [
        quantifier("All", "whether a function holds for every item") {
            !$0
        } result: {
            !$0
        },
        quantifier("Any", "whether a function holds for an item") {
            $0
        } result: {
            $0
        },
        quantifier("None", "whether a function holds for no item") {
            $0
        } result: {
            !$0
        },
        Builtin("Filter", "array, function", 2...2, "the items for which a function holds") {
            (arguments, evaluator) throws(ExpressionError) in
            var kept: [Value] = []
            let function = try arguments.function(1)
            for item in try arguments.items(0, evaluator)
            where try evaluator.callBack(function, [item]).isTruthy {
                kept.append(item)
            }
            return try evaluator.newArray(kept)
        },
        Builtin("Map", "array, function", 2...2, "what a function makes of each item") {
            (arguments, evaluator) throws(ExpressionError) in
            var made: [Value] = []
            let function = try arguments.function(1)
            for item in try arguments.array(0).items {
                made.append(try evaluator.callBack(function, [item]))
            }
            return try evaluator.newArray(made)
        },
        Builtin(
            "Reduce", "array, function, initial?", 2...3,
            "what a function of the value so far and an item makes of all"
        ) { (arguments, evaluator) throws(ExpressionError) in
            var items = try arguments.items(0, evaluator)[...]
            let function = try arguments.function(1)
            guard var value = arguments.at(2) ?? items.popFirst() else { return .null }
            for item in items { value = try evaluator.callBack(function, [value, item]) }
            return value
        },
        Builtin("Sort", "array, compare?", 1...2, "the items in order, as a new array") {
            (arguments, evaluator) throws(ExpressionError) in
            let items = try arguments.items(0, evaluator)
            guard arguments.count > 1 else { return try sorted(items, evaluator) }
            let function = try arguments.function(1)
            return try evaluator.newArray(
                try sort(items, evaluator) { (a, b) throws(ExpressionError) in
                    try evaluator.number(try evaluator.callBack(function, [a, b])) < 0
                })
        },
    ]

    private static func quantifier(
        _ name: String, _ summary: String, _ ends: @escaping @Sendable (Bool) -> Bool,
        result: @escaping @Sendable (Bool) -> Bool
    ) -> Builtin {
        Builtin(name, "array, function", 2...2, summary) {
            (arguments, evaluator) throws(ExpressionError) in
            let function = try arguments.function(1)
            for item in try arguments.items(0, evaluator)
            where ends(try evaluator.callBack(function, [item]).isTruthy) {
                return .bool(result(true))
            }
            return .bool(result(false))
        }
    }

    /// Sorts numbers, texts and dates by value, mixed types as text; leaves dictionaries unsorted.
    private static func sorted(
        _ items: [Value], _ evaluator: Evaluator
    ) throws(ExpressionError) -> Value {
        try evaluator.charge(objects: items.count)
        let types = Set(items.map(LogicalFunctions.typeName))
        guard !types.contains("Dictionary") else { return try evaluator.newArray(items) }
        if types.count == 1, types.isSubset(of: ["Number", "Date", "DateOnly", "Time"]) {
            // NaN goes to the end, because an order needs a place for every value.
            return try evaluator.newArray(
                try sort(items, evaluator) { (a, b) in
                    b.asNumber.isNaN ? !a.asNumber.isNaN : a.asNumber < b.asNumber
                })
        }
        var keyed: [(key: Text, value: Value)] = []
        for item in items { keyed.append((try evaluator.text(item), item)) }
        return try evaluator.newArray(
            try sort(keyed, evaluator) { (a, b) throws(ExpressionError) in
                try evaluator.charge(min(a.key.byteCount, b.key.byteCount))
                return a.key < b.key
            }.map(\.value))
    }

    /// Sorts by merging, so that an inconsistent comparison leads to some order and no error.
    private static func sort<Item>(
        _ items: [Item], _ evaluator: Evaluator,
        _ isBefore: (Item, Item) throws(ExpressionError) -> Bool
    ) throws(ExpressionError) -> [Item] {
        guard items.count > 1 else { return items }
        try evaluator.charge(items: items.count)
        let middle = items.count / 2
        var left = try sort(Array(items[..<middle]), evaluator, isBefore)[...]
        var right = try sort(Array(items[middle...]), evaluator, isBefore)[...]
        var merged: [Item] = []
        merged.reserveCapacity(items.count)
        while let a = left.first, let b = right.first {
            if try isBefore(b, a) {
                merged.append(b)
                right.removeFirst()
            } else {
                merged.append(a)
                left.removeFirst()
            }
        }
        return merged + left + right
    }
}

extension Evaluator {
    /// Calls a function from a built-in one.
    func callBack(
        _ function: FunctionValue, _ arguments: [Value]
    ) throws(ExpressionError) -> Value {
        try enter()
        defer { leave() }
        return try call(function, arguments)
    }
}
