import Expressions
import TestSupport
import Testing

/// Expressions and what they have to give, a line of `Tests/Data/Expressions` each.
struct VectorTests {
    struct Vector: CustomStringConvertible, Sendable {
        let expression: String
        let expected: String
        let context: String?
        let tolerance: Double?

        var description: String { expression }

        static func all(in file: String) throws -> [Vector] {
            try folder.text(file).split(separator: "\n").dropFirst().map { line in
                let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
                let note = fields[2].split(whereSeparator: { " ;".contains($0) })
                func named(_ name: String) -> String? {
                    note.first { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
                }
                return Vector(
                    expression: fields[0].split(
                        separator: "\u{2424}", omittingEmptySubsequences: false
                    ).joined(separator: "\n"),
                    expected: String(fields[1]), context: named("ctx="),
                    tolerance: named("tol=").flatMap(Double.init))
            }
        }
    }

    static let folder = DataFolder.of("Expressions")

    @Test(arguments: try Vector.all(in: "vectors.tsv"))
    func publishedVectorHolds(_ vector: Vector) throws { try check(vector) }

    /// Where the reference says nothing, and this evaluator picks.
    @Test(arguments: try Vector.all(in: "picks.tsv"))
    func chosenBehaviourHolds(_ vector: Vector) throws { try check(vector) }

    private func check(_ vector: Vector) throws {
        let expected = try ExpressionJSON.value(vector.expected)
        let profile: Expression.Profile =
            vector.context?.hasPrefix("L") ?? false ? .filter : .notification
        var context = ExpressionContext(now_ms: 1_709_647_629_250)
        if let name = vector.context {
            let variables = try ExpressionJSON.value(try Self.folder.text("\(name).json"))
            guard case .dictionary(let members) = variables else {
                Issue.record("\(name).json is no object")
                return
            }
            for member in members { context.variables[member.key] = member.value }
        }
        do throws(ExpressionError) {
            let value = try Expression(vector.expression, for: profile).evaluate(in: context).value
            #expect(
                isSame(value, expected, tolerance: vector.tolerance),
                "gives \(ExpressionJSON.text(value)), not \(vector.expected)")
        } catch {
            #expect(
                expected == .dictionary([ExpressionMember("$error", .text(error.kind.rawValue))]),
                "fails: \(error), and should give \(vector.expected)")
        }
    }

    private func isSame(
        _ value: ExpressionValue, _ expected: ExpressionValue, tolerance: Double?
    ) -> Bool {
        switch (value, expected) {
        case (.number(let a), .number(let b)):
            a == b || a.isNaN && b.isNaN || abs(a - b) <= tolerance ?? abs(b) * 1e-9
        case (.array(let a), .array(let b)):
            a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1, tolerance: tolerance) }
        case (.dictionary(let a), .dictionary(let b)):
            a.map(\.key) == b.map(\.key)
                && zip(a, b).allSatisfy { isSame($0.value, $1.value, tolerance: tolerance) }
        default: value == expected
        }
    }
}
