import Testing

@testable import geofencectl

@Suite("what a source sends, line by line")
struct RawLinesTests {
    @Test(arguments: [
        (["$GPG,1\r\n$GPG", "SA,2\r", "\n\r\n$GP"], ["$GPG,1", "$GPGSA,2"], "$GP"),
        (["one\rtwo", "\rthr", "ee"], ["one", "two"], "three"), (["\n\r\r\n"], [], nil),
        (["\u{FFFD}\u{1}", "\u{FFFD}"], [], "\u{FFFD}\u{1}\u{FFFD}"),
    ])
    func linesEndWithEitherSign(pieces: [String], lines: [String], rest: String?) {
        var raw = RawLines()
        #expect(pieces.flatMap { raw.push($0) } == lines)
        #expect(raw.takeRest() == rest)
        #expect(raw.takeRest() == nil)
    }
}
