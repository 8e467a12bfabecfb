import Suggestions
import Testing

@Suite struct CountedTests {
    @Test(arguments: [(0, "0 fences"), (1, "1 fence"), (2, "2 fences"), (21, "21 fences")])
    func singularAndPlural(number: Int64, text: String) {
        #expect(counted(number, "fence") == text)
    }

    @Test(arguments: [(0, "0 fixes were"), (1, "1 fix was"), (2, "2 fixes were")])
    func irregularPlural(number: Int, text: String) {
        #expect(counted(number, "fix was", "fixes were") == text)
    }
}
