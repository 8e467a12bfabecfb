import Chronology
import Positioning
import Testing

/// When fixes come: with the last sentence of a learned cycle, else after a short silence.
struct EpochTimingTests {
    private func instant(_ seconds: Double) -> BootInstant {
        BootInstant(nanoseconds: Int64(seconds * 1e9))
    }

    private func sentences(second: Int) -> (gga: String, rmc: String, gsv: String) {
        let time = "1200" + (second < 10 ? "0" : "") + "\(second).00"
        return (
            sentence(
                "GPGGA,\(time),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"),
            sentence("GPRMC,\(time),A,4807.038,N,01131.000,E,10.0,90.0,211126,,,A"),
            sentence("GPGSV,1,1,01,01,40,083,46")
        )
    }

    /// Feeds `text` and gives the fixes that come at once.
    private func feed(
        _ decoder: inout NMEADecoder, _ text: String, _ seconds: Double
    ) -> [Fix] {
        var fixes: [Fix] = []
        decoder.receive(Array(text.utf8).span, at: instant(seconds)) {
            if case .fix(let fix) = $0 { fixes.append(fix) }
        }
        return fixes
    }

    private func advance(_ decoder: inout NMEADecoder, to seconds: Double) -> [Fix] {
        var fixes: [Fix] = []
        decoder.advance(to: instant(seconds)) { if case .fix(let fix) = $0 { fixes.append(fix) } }
        return fixes
    }

    @Test func firstFixComesAfterASilence() {
        var decoder = NMEADecoder()
        let burst = sentences(second: 0)
        #expect(decoder.nextDeadline == nil)
        #expect(feed(&decoder, burst.gga + burst.rmc, 0).isEmpty)
        #expect(decoder.nextDeadline == instant(0.25))
        #expect(advance(&decoder, to: 0.24).isEmpty)
        #expect(advance(&decoder, to: 0.25).count == 1)
        #expect(decoder.nextDeadline == nil)
    }

    @Test func learnedFixComesWithTheLastEssentialSentence() {
        var decoder = NMEADecoder()
        for second in 0..<2 {
            let burst = sentences(second: second)
            _ = feed(&decoder, burst.gga + burst.rmc + burst.gsv, Double(second))
        }
        let burst = sentences(second: 2)
        #expect(feed(&decoder, burst.gga, 2).isEmpty)
        #expect(feed(&decoder, String(burst.rmc.dropLast(2)), 2.01).isEmpty)
        // The checksum's last digit completes the fix; the line end is not waited for.
        #expect(feed(&decoder, String(burst.rmc.suffix(2).prefix(1)), 2.02).count == 1)
        #expect(decoder.nextDeadline == nil)
        #expect(feed(&decoder, "\r\n" + burst.gsv, 2.03).isEmpty)
    }

    @Test func cycleThatStartsWithGSAEndsWithItsLastPosition() {
        var decoder = NMEADecoder()
        let gsa = sentence("GPGSA,A,3,01,02,03,04,,,,,,,,,1.5,0.9,1.2")
        for second in 0..<20 {
            let burst = sentences(second: second)
            let fixes = feed(&decoder, gsa + burst.rmc + burst.gga, Double(second))
            #expect(fixes.count == (second == 0 ? 0 : 1), "second \(second)")
            if second == 0 { #expect(advance(&decoder, to: 0.25).count == 1) }
        }
    }

    @Test func gsaAtTheStartOfABurstBelongsToTheNextFix() {
        var decoder = NMEADecoder()
        let gsa = sentence("GPGSA,A,3,01,02,03,04,,,,,,,,,1.5,0.9,1.2")
        for second in 0..<5 {
            let fixes = feed(&decoder, gsa + sentences(second: second).rmc, Double(second))
            if second == 0 {
                #expect(advance(&decoder, to: 0.25).count == 1)
            } else {
                #expect(fixes.first?.hdop == 0.9, "second \(second)")
                #expect(fixes.first?.satellitesUsed == 4, "second \(second)")
            }
        }
    }

    @Test func gsaIsDroppedAfterASilence() {
        var decoder = NMEADecoder()
        let gsa = sentence("GPGSA,A,3,01,02,03,04,,,,,,,,,1.5,0.9,1.2")
        _ = feed(&decoder, sentences(second: 0).rmc, 0)
        #expect(advance(&decoder, to: 0.25).count == 1)
        for second in 1..<9 { _ = feed(&decoder, gsa, Double(second)) }
        let fixes = feed(&decoder, gsa + sentences(second: 9).rmc, 9)
        #expect(fixes.first?.satellitesUsed == 4)
        #expect(feed(&decoder, gsa, 9.3).isEmpty)
        #expect(feed(&decoder, sentences(second: 10).rmc, 10).first?.satellitesUsed == nil)
    }

    /// Feeds a second of a line that never falls silent, a sentence at a time, and gives the
    /// sentences with which fixes came, from 0, and the fixes.
    private func feed(
        _ decoder: inout NMEADecoder, second: Int, _ sentences: [String]
    ) -> (places: [Int], fixes: [Fix]) {
        var places: [Int] = []
        var all: [Fix] = []
        for (place, text) in sentences.enumerated() {
            let end = Double(second) + Double(place + 1) / Double(sentences.count)
            let fixes = feed(&decoder, text, end)
            places += fixes.map { _ in place }
            all += fixes
        }
        return (places, all)
    }

    private func gsa(hdop: Double) -> String {
        sentence("GPGSA,A,3,01,02,03,04,,,,,,,,,1.5,\(hdop),1.2")
    }

    @Test func gsaAtTheStartOfACycleWithoutPausesDelaysNoFix() {
        var decoder = NMEADecoder()
        for second in 0..<6 {
            let burst = sentences(second: second)
            let (places, fixes) = feed(
                &decoder, second: second,
                [burst.gsv, burst.gsv, burst.gsv, gsa(hdop: 1), burst.rmc, burst.gga])
            // The first cycle has nothing learned: its fix comes with the second one.
            #expect(places == (second == 0 ? [] : second == 1 ? [4, 5] : [5]), "second \(second)")
            #expect(fixes.last?.satellitesUsed == (second == 0 ? nil : 8), "second \(second)")
        }
    }

    @Test func gsaAtTheStartOfACycleWithoutPausesBelongsToTheNextFix() {
        var decoder = NMEADecoder()
        for second in 0..<6 {
            let burst = sentences(second: second)
            let (places, fixes) = feed(
                &decoder, second: second,
                [burst.gsv, burst.gsv, burst.gsv, gsa(hdop: Double(second + 1)), burst.rmc])
            if second > 1 {
                #expect(places == [4], "second \(second)")
                #expect(fixes.first?.hdop == Double(second + 1), "second \(second)")
            }
        }
    }

    @Test func gsaAtTheEndOfACycleWithoutPausesBelongsToTheFixBefore() {
        var decoder = NMEADecoder()
        for second in 0..<6 {
            let burst = sentences(second: second)
            let (places, fixes) = feed(
                &decoder, second: second,
                [burst.rmc, gsa(hdop: Double(second + 1)), burst.gsv, burst.gsv, burst.gsv])
            if second > 0 {
                #expect(places == (second == 1 ? [0, 1] : [1]), "second \(second)")
                #expect(fixes.last?.hdop == Double(second + 1), "second \(second)")
            }
        }
    }

    @Test func lostLastSentenceDelaysTheFixBriefly() {
        var decoder = NMEADecoder()
        for second in 0..<3 {
            let burst = sentences(second: second)
            _ = feed(&decoder, burst.gga + burst.rmc, Double(second))
        }
        let burst = sentences(second: 3)
        #expect(feed(&decoder, burst.gga, 3).isEmpty)
        #expect(advance(&decoder, to: 3.25).count == 1)
        let next = sentences(second: 4)
        #expect(feed(&decoder, next.gga + next.rmc, 4).count == 1)
    }

    @Test func bytesAfterTheDeadlineCloseTheEpochFirst() {
        var decoder = NMEADecoder()
        let burst = sentences(second: 0)
        _ = feed(&decoder, burst.gga, 0)
        #expect(feed(&decoder, "\r\n", 0.5).count == 1)
    }

    @Test func heightInASeparateBurstAppliesToTheNextFixes() {
        var decoder = NMEADecoder()
        for second in 0..<5 {
            let (burst, start) = (sentences(second: second), Double(second))
            #expect(feed(&decoder, burst.rmc, start + 0.1).count == (second == 0 ? 0 : 1))
            let fixes = second == 0 ? advance(&decoder, to: start + 0.4) : []
            #expect(fixes.allSatisfy { $0.altitudeMetres == nil })
            #expect(feed(&decoder, burst.gga, start + 0.5).isEmpty)
            #expect(advance(&decoder, to: start + 0.8).isEmpty)
        }
        let fix = feed(&decoder, sentences(second: 5).rmc, 5.1).first
        #expect(fix?.altitudeMetres == 545.4 && fix?.horizontalAccuracy != nil)
    }

    @Test func otherTalkerElsewhereIsUsedWhenTheReceiverIsSilent() {
        var decoder = NMEADecoder()
        func fixes(_ talker: String, _ second: Int) -> [Fix] {
            var burst = String(sentences(second: second).rmc.dropFirst(3).dropLast(5))
            if talker == "AI" { burst.replace("4807", with: "4808") }
            return feed(&decoder, sentence(talker + burst), Double(second))
                + advance(&decoder, to: Double(second) + 0.3)
        }
        #expect(fixes("GP", 0).count == 1)
        #expect((1..<8).map { fixes("AI", $0).count } == [0, 0, 0, 1, 1, 1, 1])
    }

    @Test func voidIsReportedImmediately() {
        var decoder = NMEADecoder()
        var reports: [Report] = []
        let text = sentence("GPRMC,120000.00,V,,,,,,,211126,,,N")
        decoder.receive(Array(text.utf8).span, at: instant(0)) { reports.append($0) }
        #expect(reports == [.noFix(.void)])
        #expect(decoder.nextDeadline == nil)
    }

    @Test func anHourOfFloodKeepsEveryFix() {
        // 10 Hz with forty sentences an epoch, in chunks that respect nothing: an hour of it.
        var decoder = NMEADecoder()
        var fixes = 0
        for second in 0..<3600 {
            var text = ""
            for tenth in 0..<10 {
                let minute = second / 60 % 60
                let time =
                    "12" + (minute < 10 ? "0" : "") + "\(minute)" + (second % 60 < 10 ? "0" : "")
                    + "\(second % 60).\(tenth)0"
                text += sentence(
                    "GNGGA,\(time),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
                if second < 2 || second % 600 == 0 {
                    for talker in ["GP", "GL", "GA", "GB", "GQ"] {
                        for index in 1...8 {
                            text += sentence("\(talker)GSV,8,\(index),32,01,40,083,46")
                        }
                    }
                }
                text += sentence(
                    "GNRMC,\(time),A,4807.038,N,01131.000,E,10.0,90.0,211126,,,A")
            }
            fixes += feed(&decoder, text, Double(second)).count
        }
        #expect(fixes == 36_000)
        #expect(decoder.counts.discards.total == 0)
        #expect(decoder.satellitesVisible == 160)
    }
}
