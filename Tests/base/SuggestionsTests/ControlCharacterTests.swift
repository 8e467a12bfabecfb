import Suggestions
import Testing

struct ControlCharacterTests {
    @Test(arguments: [
        ("Zoë 🚜", "Zoë 🚜"), ("", ""), ("\u{1B}[2J", " [2J"), ("a\u{0}\u{7}b", "a  b"),
        ("\u{7F}\u{80}\u{9B}\u{9F}\u{A0}", "    \u{A0}"), ("a\r\nb", "a  b"),
    ])
    func controlCharactersBecomeSpaces(text: String, clean: String) {
        #expect(text.withoutControls() == clean)
        #expect(text.hasControls == (text != clean))
    }

    @Test func allowedControlCharactersAreKept() {
        #expect("a\r\nb\t".withoutControls(except: ["\n"]) == "a \nb ")
    }
}
