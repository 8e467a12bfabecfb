import Chronology
import Geodesy
import Positioning
import Testing

struct NMEADecoderTests {
    @Test func pairOfGGAAndRMCBecomesOneFix() throws {
        let log = """
            $GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r
            $GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230326,003.1,W*63\r

            """
        var decoder = NMEADecoder()
        var fixes: [Fix] = []
        let now = BootInstant(nanoseconds: 0)
        decoder.receive(Array(log.utf8).span, at: now) { report in
            if case .fix(let fix) = report { fixes.append(fix) }
        }
        #expect(fixes.isEmpty)
        #expect(decoder.nextDeadline == now.advanced(bySeconds: 0.25))
        decoder.finish(at: now) { report in
            if case .fix(let fix) = report { fixes.append(fix) }
        }
        let fix = try #require(fixes.first)
        #expect(fixes.count == 1)
        #expect(fix.time == UTCInstant(rfc3339: "2026-03-23T12:35:19Z"))
        #expect(abs(fix.position.latitude - 48.1173) < 1e-9)
        #expect(abs(fix.position.longitude - 11.516666666666667) < 1e-12)
        #expect(fix.altitudeMetres == 545.4)
        #expect(fix.mode == .threeDimensional)
        #expect(fix.satellitesUsed == 8)
    }

    /// A complete sentence shows that the line works, even if its position is impossible.
    @Test(arguments: ["-3330.0000,S,07030.0000,W", "9999.9999,N,18099.9999,E"])
    func impossibleSentencesCountAsReceived(_ place: String) {
        var decoder = NMEADecoder()
        let bytes = Array(sentence("GPRMC,123519,A,\(place),0.0,0.0,230326,,,A").utf8)
        let now = BootInstant(nanoseconds: 0)
        #expect(decoder.receiveCounting(bytes.span, at: now) { _ in } == 1)
        #expect(decoder.counts.sentences == 0)
    }
}
