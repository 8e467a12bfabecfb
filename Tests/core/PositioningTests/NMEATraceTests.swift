import Chronology
import Positioning
import Testing

/// Every trace gives the reports that lie beside it, however its bytes are cut.
struct NMEATraceTests {
    private let now = BootInstant(nanoseconds: 0)

    private func lines(_ trace: Trace, chunks: [Int]) -> [String] {
        var decoder = trace.nmeaDecoder()
        var lines: [String] = []
        var start = 0
        for end in chunks + [trace.bytes.count] {
            decoder.receive(trace.bytes.span.extracting(start..<end), at: now) {
                lines.append($0.line)
            }
            start = end
        }
        decoder.finish(at: now) { lines.append($0.line) }
        return lines
    }

    @Test(arguments: try Trace.all(".nmea"))
    func givesItsReports(_ trace: Trace) throws {
        let text = lines(trace, chunks: []).map { $0 + "\n" }.joined()
        #expect(try text == trace.golden(updatedTo: text))
    }

    @Test(arguments: try Trace.all(".nmea"))
    func chunksDoNotChangeTheReports(_ trace: Trace) {
        let whole = lines(trace, chunks: [])
        // Everywhere in a short one; in a long one, which says much the same again and again, at so
        // many places that each part of a sentence is met.
        let step = trace.bytes.count / 500 | 1
        for cut in stride(from: 1, to: trace.bytes.count, by: step) {
            #expect(lines(trace, chunks: [cut]) == whole, "cut at \(cut)")
        }
        #expect(lines(trace, chunks: Array(1..<trace.bytes.count)) == whole, "byte by byte")
    }
}
