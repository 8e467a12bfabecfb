/// Functions of dictionaries and features.
enum ContainerFunctions {
    static let all: [Builtin] = [
        Builtin("Count", "array, dictionary, feature or text", 1...1, "how many items there are") {
            (arguments, _) throws(ExpressionError) in
            switch arguments[0] {
            case .array(let array): return .number(array.items.count)
            case .dictionary(let dictionary): return .number(dictionary.keys.count)
            case .feature(let feature): return .number(feature.attributes.keys.count)
            case .text(let text): return .number(text.units.count)
            case .null: return .number(0)
            case .bool, .number, .date, .dateOnly, .time, .geometry, .function:
                throw arguments.wrongType(0, "an Array, a Dictionary or a Text")
            }
        },
        Builtin("Insert", "array, index, value | dictionary, key, value", 3...3, "puts a value in")
        {
            (arguments, evaluator) throws(ExpressionError) in
            if case .dictionary = arguments[0] {
                try evaluator.set(arguments[2], at: arguments[1], of: arguments[0])
                return .null
            }
            let array = try arguments.mutableArray(0)
            let count = array.items.count
            let isEnd = arguments[1].asNumber == Double(count)
            let place = try isEnd ? count : evaluator.place(arguments[1], count: count)
            try evaluator.charge(items: count - place + 1)
            array.items.insert(arguments[2], at: place)
            return .null
        },
        Builtin("Erase", "array, index | dictionary, key", 2...2, "takes an item out") {
            (arguments, evaluator) throws(ExpressionError) in
            if case .dictionary(let dictionary) = arguments[0] {
                let key = try arguments.text(1, evaluator)
                try evaluator.charge(items: dictionary.keys.count)
                dictionary.remove(key)
                return .null
            }
            let array = try arguments.mutableArray(0)
            try evaluator.charge(items: array.items.count)
            array.items.remove(
                at: try evaluator.place(arguments[1], count: array.items.count))
            return .null
        },
        Builtin(
            "Dictionary", "key, value, … | json", 0...1000,
            "a dictionary of keys and values, or of JSON text"
        ) { (arguments, evaluator) throws(ExpressionError) in
            if arguments.count == 1 {
                switch arguments[0] {
                case .text(let text):
                    let value = try JSONParser.value(of: text, evaluator)
                    guard case .dictionary = value else {
                        throw ExpressionError(.type, "the JSON text is not an object")
                    }
                    return value
                case .dictionary: return arguments[0]
                default: throw arguments.wrongType(0, "a Text of JSON")
                }
            }
            return .dictionary(try pairs(arguments[...], evaluator, "Dictionary"))
        },
        Builtin("GetKeys", "dictionary or feature", 1...1, "the keys as an array") {
            (arguments, evaluator) throws(ExpressionError) in
            try evaluator.newArray(try members(arguments).keys.map { .text($0) })
        },
        Builtin("GetValues", "dictionary or feature", 1...1, "the values as an array") {
            (arguments, evaluator) throws(ExpressionError) in
            try evaluator.newArray(try members(arguments).values)
        },
    ]

    private static func members(_ arguments: [Value]) throws(ExpressionError) -> DictionaryBox {
        switch arguments[0] {
        case .dictionary(let dictionary): return dictionary
        case .feature(let feature): return feature.attributes
        default: throw arguments.wrongType(0, "a Dictionary or a Feature")
        }
    }

    static func pairs(
        _ arguments: ArraySlice<Value>, _ evaluator: Evaluator, _ name: String
    ) throws(ExpressionError) -> DictionaryBox {
        guard arguments.count % 2 == 0 else {
            throw ExpressionError(.arity, "\(name) needs a value for each key")
        }
        let members = try evaluator.dictionary()
        for index in stride(from: arguments.startIndex, to: arguments.endIndex, by: 2) {
            try evaluator.set(
                try evaluator.text(arguments[index]), arguments[index + 1], in: members)
        }
        return members
    }

    static let features: [Builtin] = [
        Builtin(
            "Feature", "geometry, key, value, … | geometry, dictionary | feature | json", 1...1000,
            "a feature of a geometry and attributes"
        ) { (arguments, evaluator) throws(ExpressionError) in
            try makeFeature(arguments, evaluator)
        },
        Builtin("Expects", "feature, field, …", 2...1000, "nothing; names the fields it uses") {
            (_, _) in .null
        },
        Builtin("Domain", "feature, field", 2...2, "null: fences have no domains") { (_, _) in
            .null
        },
        Builtin(
            "DomainName", "feature, field, code?, subtype?", 2...4,
            "the code or the field's value: fences have no domains"
        ) { (arguments, evaluator) throws(ExpressionError) in
            if let given = arguments.at(2) { return given }
            return try evaluator.item(of: arguments[0], arguments[1])
        },
        Builtin(
            "DomainCode", "feature, field, value?, subtype?", 2...4,
            "the value or the field's value: fences have no domains"
        ) { (arguments, evaluator) throws(ExpressionError) in
            if let given = arguments.at(2) { return given }
            return try evaluator.item(of: arguments[0], arguments[1])
        },
        Builtin("Subtypes", "feature", 1...1, "null: fences have no subtypes") { (_, _) in .null },
        Builtin("SubtypeCode", "feature", 1...1, "null: fences have no subtypes") { (_, _) in
            .null
        },
        Builtin("SubtypeName", "feature", 1...1, "an empty text: fences have no subtypes") {
            (_, _) in .text("")
        },
        Builtin("GdbVersion", "feature", 1...1, "an empty text: there is no geodatabase") {
            (_, _) in .text("")
        },
    ]

    private static func makeFeature(
        _ arguments: [Value], _ evaluator: Evaluator
    ) throws(ExpressionError) -> Value {
        var given = arguments
        if case .text(let text) = arguments[0] {
            given = [try JSONParser.value(of: text, evaluator)]
        }
        if given.count == 1 {
            switch given[0] {
            case .feature(let feature):
                let attributes = try evaluator.dictionary()
                for (key, value) in zip(feature.attributes.keys, feature.attributes.values) {
                    try evaluator.set(key, value, in: attributes)
                }
                return evaluator.feature(attributes, feature.geometry)
            case .dictionary(let members):
                let geometry = try members["geometry"].map { (value) throws(ExpressionError) in
                    try GeometryReader.geometry(value, evaluator)
                }
                guard case .dictionary(let attributes)? = members["attributes"] else {
                    return evaluator.feature(try evaluator.dictionary(), geometry ?? nil)
                }
                return evaluator.feature(attributes, geometry ?? nil)
            default: break
            }
        }
        let geometry = try GeometryReader.geometry(given[0], evaluator)
        if given.count == 2, case .dictionary(let attributes) = given[1] {
            return evaluator.feature(attributes, geometry)
        }
        return evaluator.feature(try pairs(given.dropFirst(), evaluator, "Feature"), geometry)
    }
}
