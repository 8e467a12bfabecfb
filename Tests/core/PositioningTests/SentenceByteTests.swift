import Chronology
import Geodesy
import Positioning
import Testing

/// A sentence with any byte at any place: eight at a time are looked at, and each must count as if
/// it were looked at alone.
struct SentenceByteTests {
    /// A proprietary sentence, so that nothing but its form matters. Its checksum is that of the
    /// bytes in it, whatever they are.
    private func sentence(_ body: [UInt8]) -> [UInt8] {
        let checksum = String(body.reduce(0, ^), radix: 16, uppercase: true)
        let digits = checksum.count == 1 ? "0" + checksum : checksum
        return Array("$".utf8) + body + Array("*\(digits)\r\n".utf8)
    }

    /// What a decoder says of the bytes, and how many sentences it took.
    private func decoded(_ bytes: [UInt8]) -> (discards: [DiscardReason], sentences: Int) {
        var decoder = NMEADecoder()
        var discards: [DiscardReason] = []
        let now = BootInstant(nanoseconds: 0)
        let note: (Report) -> Void = { report in
            if case .discard(let reason) = report { discards.append(reason) }
        }
        decoder.receive(bytes.span, at: now, note)
        decoder.finish(at: now, note)
        return (discards, decoder.counts.sentences)
    }

    @Test(arguments: UInt8.min...UInt8.max)
    func everyByteInASentenceHasItsOutcome(_ byte: UInt8) {
        let body = Array("PTEST,0123456789ABCDEFGHIJ".utf8)
        for place in body.indices.dropFirst() {
            var changed = body
            changed[place] = byte
            let (discards, sentences) = decoded(sentence(changed))
            switch byte {
            case UInt8(ascii: "\r"), UInt8(ascii: "\n"): #expect(discards == [.noChecksum])
            // What comes behind it is a sentence with a wrong checksum.
            // Up to four letters may also be a word in front of a sentence.
            case UInt8(ascii: "$"):
                #expect(discards.first == (place < 5 ? .badChecksum : .truncated))
            case UInt8(ascii: "*"): #expect(discards.count == 1)
            case 0x20...0x7E: #expect(discards == [] && sentences == 1)
            default: #expect(discards == [.binary])
            }
            if !(0x20...0x7E).contains(byte) || byte == UInt8(ascii: "$") {
                #expect(sentences == 0)
            }
        }
    }

    /// Commas that lie anyhow, up to one beside the other and close behind the sentence: each field
    /// is the same.
    @Test(arguments: 0..<16)
    func positionsOfCommasDoNotChangeTheFields(_ padding: Int) {
        let time = "120000." + String(repeating: "0", count: padding)
        let body = "GPRMC,\(time),A,4807.038,N,01131.000,E,,,211126,,,E"
        var settings = NMEASettings()
        settings.acceptsDeadReckoning = true
        var decoder = NMEADecoder(settings)
        var fixes: [Fix] = []
        let now = BootInstant(nanoseconds: 0)
        let note: (Report) -> Void = { report in
            if case .fix(let fix) = report { fixes.append(fix) }
        }
        decoder.receive((sentence(Array(body.utf8)) + Array("$P,".utf8)).span, at: now, note)
        decoder.finish(at: now, note)
        let expected = Coordinate(latitude: 48 + 7.038 / 60, longitude: 11 + 31.0 / 60)
        #expect(fixes.map(\.position) == [expected])
        #expect(fixes.map(\.isDeadReckoned) == [true])
    }
}
