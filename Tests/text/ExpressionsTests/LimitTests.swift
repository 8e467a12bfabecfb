import Expressions
import Testing

/// Every limit ends an evaluation with an error that names it, and none depends on a clock.
struct LimitTests {
    private func kind(_ source: String) -> ExpressionError.Kind? {
        do throws(ExpressionError) {
            _ = try Expression(source, for: .notification).evaluate(in: ExpressionContext())
            return nil
        } catch {
            return error.kind
        }
    }

    @Test(arguments: [
        "while (true) { }",
        "var t = ''; while (true) { t += 'gate' }",
        "var a = []; while (true) { Push(a, a) }",
        "function f(n) { return f(n + 1) } f(0)",
        "Array(1e9)",
        "Resize([], 1e15)",
        "var a = Array(400000); var b = Array(400000)",
        "var a = [1]; Push(a, a); Text(a)",
        "var a = [1]; Push(a, a); a",
        "var a = ['x']; for (var i = 0; i < 60; i++) { a = [a, a] } Text(a)",
        "function f(x) { return Map([x], f) } f(1)",
    ])
    func endlessEvaluationIsEnded(_ source: String) {
        #expect(kind(source) == .limit)
    }

    @Test func sizeAndNestingOfSourcesAreLimited() {
        #expect(kind("1" + String(repeating: " ", count: ExpressionLimits.source_bytes)) == .limit)
        #expect(kind("1" + String(repeating: " ", count: 1000)) == nil)
        for (open, close) in [("(", ")"), ("[", "]"), ("-", ""), ("!", ""), ("{a:", "}")] {
            let deep = ExpressionLimits.nesting * 2
            let source =
                "var x = " + String(repeating: open, count: deep) + "1"
                + String(repeating: close, count: deep)
            #expect(kind(source) == .limit, "\(open)")
        }
        #expect(kind("1" + String(repeating: " + 1", count: 500)) == nil)
        #expect(kind("1" + String(repeating: " + 1", count: 9000)) == .limit)
        #expect(kind("var a = []; a" + String(repeating: "[0]", count: 9000)) == .limit)
        #expect(kind(String(repeating: "`${", count: 5000)) == .syntax)
    }

    @Test func callsNestUpToTheLimit() {
        let source = "function f(n) { if (n <= 0) { return 0 } return 1 + f(n - 1) } "
        #expect(kind(source + "f(\(ExpressionLimits.calls - 1))") == nil)
        #expect(kind(source + "f(\(ExpressionLimits.calls))") == .limit)
    }

    @Test func sameExpressionTakesTheSameSteps() throws {
        let source = "var t = 0; for (var i = 0; i < 100; i++) { t += Count(Split('a;b', ';')) } t"
        let expression = try Expression(source, for: .notification)
        let first = try expression.evaluate(in: ExpressionContext())
        let second = try expression.evaluate(in: ExpressionContext())
        #expect(first.value == .number(200))
        #expect(first.steps == second.steps)
        #expect(throws: ExpressionError.self) {
            try expression.evaluate(in: ExpressionContext(), steps: first.steps - 1)
        }
    }

    @Test func randomnessFollowsTheSeed() throws {
        let expression = try Expression("[Random(), Guid()]", for: .notification)
        func value(_ seed: UInt64) throws -> ExpressionValue {
            try expression.evaluate(in: ExpressionContext(seed: seed)).value
        }
        #expect(try value(1) == value(1))
        #expect(try value(1) != value(2))
    }
}
