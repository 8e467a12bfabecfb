import Expressions
import FoundationEssentials
import TestSupport
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

    /// Programs that ask for as much time or memory as the language allows.
    private static func hostilePrograms() throws -> [String] {
        try DataFolder.of("Expressions").text("hostile.txt").split(separator: "\n").map(String.init)
    }

    @Test(arguments: try hostilePrograms())
    func endlessEvaluationIsEnded(_ source: String) {
        #expect(kind(source) == .limit)
    }

    /// Every evaluation stays below 64 MiB: of programs that ask for more, and of random ones.
    @Test func evaluationsNeedLittleMemory() async throws {
        await #expect(processExitsWith: .success) {
            var sources = try Self.hostilePrograms()
            for seed in 0..<1000 {
                var program = RandomProgram([UInt8(seed & 255), UInt8(seed >> 8)])
                sources.append(program.text())
            }
            let before = try peakMemory_bytes()
            for source in sources {
                guard let expression = try? Expression(source, for: .notification) else { continue }
                let steps = try? expression.evaluate(in: ExpressionContext()).steps
                precondition(steps ?? 0 <= ExpressionLimits.steps, source)
                let grown = try peakMemory_bytes() - before
                precondition(grown < 64 << 20, "\(grown) bytes for \(source)")
            }
        }
    }

    @Test func resultsAreAsLargeAsMessageAndProperties() {
        let long = "var s = 'x'; for (var i = 0; i < 16; i++) { s += s } "
        #expect(kind(long + "{message: 'm', k: s}") == nil)
        #expect(kind(long + "{message: 'm', k: [s, s]}") == .limit)
        #expect(kind("Array(1000)") == nil)
        #expect(kind("Array(2000)") == .limit)
    }

    @Test func messagesOfErrorsAreShort() {
        let source = "var s = 'x'; for (var i = 0; i < 16; i++) { s += s } DateAdd(Date(0), 1, s)"
        #expect(throws: ExpressionError.self) {
            do throws(ExpressionError) {
                _ = try Expression(source, for: .notification).evaluate(in: ExpressionContext())
            } catch {
                #expect(error.message.utf8.count < 1100)
                throw error
            }
        }
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

/// The largest resident memory of this process so far.
private func peakMemory_bytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(line.split(separator: " ").compactMap { Int($0) }.first) * 1024
}
