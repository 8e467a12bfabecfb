import Chronology
import Positioning
import Testing

/// Datagrams of several senders never cut each other's sentences, and nothing whole waits.
struct SenderLinesTests {
    private static let one = "$GPGLL,4715.0000,N,00821.0000,E,173930.00,A,A*6A"
    private static let other = "$GPGLL,4715.0054,N,00821.0000,E,173931.00,A,A*6A"

    private func passed(_ datagrams: [(sender: Int, text: String)]) -> String {
        var lines = SenderLines<Int>()
        var passed: [UInt8] = []
        for (sender, text) in datagrams {
            let bytes = Array(text.utf8)
            let (begun, count) = lines.take(bytes.span, from: sender)
            passed += begun + bytes.prefix(count)
        }
        return String(decoding: passed, as: UTF8.self)
    }

    @Test func truncatedSentenceWaitsForItsRest() {
        for cut in 1..<Self.one.count {
            let text = passed([
                (1, String(Self.one.prefix(cut))), (2, Self.other + "\r\n"),
                (1, String(Self.one.dropFirst(cut))),
            ])
            #expect(text == Self.other + "\r\n" + Self.one, "cut at \(cut)")
        }
    }

    @Test func singleBytesFormASentenceAtTheEnd() {
        let bytes = Self.one.map { (1, String($0)) }
        #expect(passed(bytes) == Self.one)
        #expect(passed(Array(bytes.dropLast())).isEmpty)
    }

    @Test(arguments: [
        one, one + "\r\n", one + "\r\n" + other, "no sentence at all", "\u{1}$GP\u{2}",
        "$" + String(repeating: "A", count: 300),
    ])
    func completeSentencesAndOtherBytesNeverWait(_ text: String) {
        #expect(passed([(1, text)]) == text)
    }

    @Test func memoryForSendersIsLimited() {
        let cut = String(Self.one.dropLast(4))
        let datagrams = (0..<1000).map { ($0, cut) } + [(2000, Self.other)]
        #expect(passed(datagrams) == Self.other)
    }
}
