import ControlProtocol
import Testing

@Suite("cursors")
struct CursorTests {
    @Test func cursorRoundTrips() {
        #expect(Cursor("5f3a:42") == Cursor(epoch: "5f3a", seq: 42))
        #expect(Cursor(epoch: "5f3a", seq: 0).description == "5f3a:0")
    }

    @Test(arguments: ["", "42", ":42", "5f3a:", "5f3a:-1", "5f3a:x", "5f3a:99999999999999999999"])
    func malformedCursorIsRefused(text: String) {
        #expect(Cursor(text) == nil)
    }
}
