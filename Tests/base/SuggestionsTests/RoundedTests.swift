import Suggestions
import Testing

@Suite struct RoundedTests {
    @Test(arguments: [
        (0, "0"), (12, "12"), (12.34, "12.3"), (12.96, "13"), (0.05, "0.1"), (-0.04, "0"),
        (-2.5, "-2.5"), (1e15, "1000000000000000.0"), (.infinity, "inf"), (.nan, "nan"),
    ])
    func hasAtMostOneDecimal(number: Double, text: String) {
        #expect(rounded(number) == text)
    }
}
