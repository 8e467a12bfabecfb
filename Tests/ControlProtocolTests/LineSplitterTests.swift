import ControlProtocol
import Testing

@Suite("splitting bytes into lines")
struct LineSplitterTests {
    private func items(_ pieces: [String], limit: Int = 10) -> [LineSplitter.Item] {
        var splitter = LineSplitter(limit: limit)
        return pieces.flatMap { splitter.push(Array($0.utf8)) }
    }

    private func line(_ text: String) -> LineSplitter.Item { .line(Array(text.utf8)) }

    @Test func lineIsReturnedWhenItEnds() {
        #expect(items(["a\nb", "c\n", "d"]) == [line("a"), line("bc")])
    }

    @Test func carriageReturnsAndEmptyLinesAreDropped() {
        #expect(items(["\n\r\na\r\n"]) == [line("a")])
    }

    @Test func emptyLinesAreKeptOnRequest() {
        var splitter = LineSplitter(keepsEmptyLines: true)
        let items = ["\n\r\na", "\n", "\n\r", "\n"].flatMap { splitter.push(Array($0.utf8)) }
        #expect(items == [line(""), line(""), line("a"), line(""), line("")])
    }

    @Test func lineOfTheMaximumLengthIsAccepted() {
        #expect(
            items(["0123456789\r\n", "01234567890\nx\n"])
                == [line("0123456789"), .tooLong, line("x")])
    }

    @Test func tooLongLineIsReportedOnceAndSkipped() {
        let pieces = Array(repeating: "0123456789", count: 100) + ["tail\nnext\n"]
        #expect(items(pieces) == [.tooLong, line("next")])
    }

    @Test func piecesDoNotMatter() {
        let text = "one\r\n\ntwo\n0123456789012345\nthree\n0123456789\r\nend"
        let whole = items([text])
        for cut in text.indices {
            #expect(items([String(text[..<cut]), String(text[cut...])]) == whole)
        }
        #expect(items(text.map { String($0) }) == whole)
    }
}
