import JSONText
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

    @Test func lastLineNeedsNoEndAndEmptyLinesCount() {
        var splitter = LineSplitter(limit: 4)
        var lines: [String] = []
        func take(_ item: LineSplitter.Item, _ number: Int) {
            lines.append(item == .tooLong ? "\(number) too long" : "\(number) \(item)")
        }
        for stream in ["\n\r\na\r\n12345678\n\nb", "c\r", "12345"] {
            splitter.push(Array(stream.utf8).span, take)
            splitter.finish(take)
        }
        #expect(
            lines == [
                "3 \(line("a"))", "4 too long", "6 \(line("b"))", "1 \(line("c"))", "1 too long",
            ])
        #expect(!splitter.isWithinLine)
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
