import Expressions

/// Makes programs that are mostly of the language: every function with arguments of every kind.
struct RandomProgram {
    private var bytes: [UInt8]
    private var position = 0
    private var state: UInt64

    /// A program that the bytes decide, and behind their end a generator seeded by them.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        state = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private mutating func pick(_ count: Int) -> Int {
        if position < bytes.count {
            position += 1
            return Int(bytes[position - 1]) % count
        }
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % count
    }

    private mutating func one(of texts: [String]) -> String { texts[pick(texts.count)] }

    /// The text of the program.
    mutating func text() -> String {
        var text =
            "var a = [3, 1, 2]; var b = 'gate;quay'; var c = {k: 1, n: null}; var d = Date(2024, 1, 29);"
            + "var p = Point({x: 1, y: 2}); var q = \(Self.square); var i = 0;"
            + "function f(x) { return x } function g(x, y) { return x + y } "
        for _ in 0...pick(6) { text += statement(3) + "; " }
        return text + term(4)
    }

    private static let square =
        "Polygon({rings: [[[0, 0], [0, 9], [9, 9], [9, 0], [0, 0]], [[2, 2], [4, 2], [4, 4], [2, 2]]]})"

    private mutating func statement(_ depth: Int) -> String {
        guard depth > 0 else { return term(1) }
        switch pick(12) {
        case 0: return "var v = " + term(depth)
        case 1:
            return
                "if (\(condition(depth))) { \(statement(depth - 1)) } else { \(statement(depth - 1)) }"
        case 2: return "for (var i = 0; i < \(pick(30)); i++) { \(statement(depth - 1)) }"
        case 3:
            return "for (var v \(one(of: ["in", "of"])) \(term(depth))) { \(statement(depth - 1)) }"
        case 4: return "while (\(condition(depth))) { \(statement(depth - 1)); break }"
        case 5: return "function h(x) { \(statement(depth - 1)); return \(term(depth - 1)) }"
        case 6: return "a[\(term(1))] = " + term(depth)
        case 7: return "c.\(one(of: ["k", "m", "zz"])) = " + term(depth)
        case 8:
            return one(of: ["a", "b", "c", "i", "p"]) + one(of: [" = ", " += ", " -= ", " %= "])
                + term(depth)
        case 9: return one(of: ["return", "break", "continue", "{ }", "i++", "--i"])
        default: return term(depth)
        }
    }

    private mutating func condition(_ depth: Int) -> String {
        term(depth - 1) + one(of: [" == ", " != ", " < ", " <= ", " > ", " >= "]) + term(depth - 1)
    }

    private mutating func term(_ depth: Int) -> String {
        guard depth > 0 else { return leaf() }
        switch pick(10) {
        case 0...4:
            let functions = ExpressionFunction.all
            let function = functions[pick(256) * functions.count / 256]
            let commas = function.parameters.count { $0 == "," }
            let count = function.parameters.isEmpty ? 0 : max(1, commas + 1 - pick(3))
            let arguments = (0..<count).map { _ in term(depth - 1) }.joined(separator: ", ")
            return "\(function.name)(\(arguments))"
        case 5:
            let symbol = one(of: [
                "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>", "&&", "||",
            ])
            return "(\(term(depth - 1)) \(symbol) \(term(depth - 1)))"
        case 6: return "[\(term(depth - 1)), \(term(depth - 1))]"
        case 7: return "{k: \(term(depth - 1)), 'n m': \(term(depth - 1))}"
        case 8: return "\(term(depth - 1))[\(term(depth - 1))]"
        default: return "`v ${\(term(depth - 1))}`"
        }
    }

    private mutating func leaf() -> String {
        one(of: [
            "0", "1", "-1", "2.5", "1e300", "-1e-300", "Infinity", "NaN", "1e15", "65536", "null",
            "true",
            "false", "''", "'gate'", "'#,##0.00;(0)'", "'MMM D, Y Z'", "'days'", "'months'",
            "'meters'",
            "'{\"k\": [1, {\"m\": 2}]}'", "'2024-03-05T14:07:09+02:00'", "a", "b", "c", "d", "p",
            "q", "i",
            "f", "g", "IsEmpty", "Upper", "Random()", "Now()", "$feedfeature", "$fencefeature",
            "Time(1, 2, 3)", "DateOnly(2024, 1, 29)", "Extent(q)", "q.rings", "-0", "8.64e15",
            "'\\ud83c'",
        ])
    }
}
