import Chronology
import Positioning
import Testing

/// When a connection to gpsd is worth keeping.
struct GPSDConnectionTests {
    private let now = BootInstant(nanoseconds: 0)
    private let version = #"{"class":"VERSION","release":"3.22","proto_major":3}"# + "\n"

    private func fed(_ text: String) -> GPSDDecoder {
        var decoder = GPSDDecoder()
        decoder.receive(Array(text.utf8).span, at: now) { _ in }
        return decoder
    }

    @Test func threeBadLinesInARowAreEnough() {
        #expect(fed(version + "x\nx\n").isLost == false)
        #expect(fed(version + "x\nx\nx\n").isLost)
        #expect(fed("x\nx\n" + version + "x\nx\n").isLost == false)
    }

    @Test func aStrangerIsGivenUpAtOnceAndANewConnectionStartsFresh() {
        var decoder = fed(version.replacing("3}", with: "4}"))
        #expect(decoder.isLost)
        decoder.finish(at: now) { _ in }
        #expect(decoder.isLost == false)
    }

    @Test func aLineWithoutEndTakesNoMoreMemoryThanTheLimit() {
        var decoder = GPSDDecoder()
        let chunk = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16)
        var overlong = 0
        for _ in 0..<64 {
            decoder.receive(chunk.span, at: now) {
                if $0 == .discard(.overlong) { overlong += 1 }
            }
        }
        decoder.receive(Array(("\n" + version).utf8).span, at: now) { _ in }
        #expect(overlong == 1)
        #expect(decoder.counts.sentences == 1)
    }
}
