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

    @Test(arguments: [
        ("Zoë 🚜 \u{200E}", "Zoë 🚜 \u{200E}"), ("", ""), ("\u{1B}[2J", #"\u001b[2J"#),
        ("a\u{0}\u{7F}\u{9B}b", #"a\u0000\u007f\u009bb"#), ("a\r\nb\t", #"a\r\nb\t"#),
        ("\u{2028}\u{2029}\u{202A}\u{202E}", #"\u2028\u2029\u202a\u202e"#),
        ("\u{2066}\u{2069}\u{2027}\u{202F}", "\\u2066\\u2069\u{2027}\u{202F}"),
        ("e\u{301}\u{202E}", "e\u{301}\\u202e"),
    ])
    func misleadingCharactersAreEscaped(text: String, shown: String) {
        #expect(text.escapingControls() == shown)
        #expect(text.escapingControls(except: Set(text.unicodeScalars)) == text)
    }
}
