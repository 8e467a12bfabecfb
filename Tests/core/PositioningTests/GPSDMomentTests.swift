import Chronology
import Positioning
import Testing

/// When the reports of one moment are a fix.
struct GPSDMomentTests {
    private func at(_ second: Double) -> BootInstant {
        BootInstant(nanoseconds: Int64(second * 1e9))
    }

    private func tpv(_ second: Int, _ more: String = "", at metres: Int = 0) -> String {
        let time = "2026-11-21T12:00:0\(second).000Z"
        return
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"\#(time)","lat":48.000\#(metres),"#
            + #""lon":11\#(more)}"# + "\n"
    }

    private let altitude = #","altMSL":430.0"#

    /// The altitudes of the fixes that a text gives at an instant; 0 for none.
    private func altitudes(
        _ text: String, _ decoder: inout GPSDDecoder, at now: BootInstant
    ) -> [Double] {
        var altitudes: [Double] = []
        decoder.receive(Array(text.utf8).span, at: now) {
            if case .fix(let fix) = $0 { altitudes.append(fix.altitudeMetres ?? 0) }
        }
        return altitudes
    }

    /// A decoder that has seen two moments of a gpsd that sends the altitude in a second report.
    private func accustomed() -> GPSDDecoder {
        var decoder = GPSDDecoder()
        // The first moment has nothing to wait for, and is completed.
        #expect(altitudes(tpv(0), &decoder, at: at(0)) == [0])
        #expect(altitudes(tpv(0, altitude), &decoder, at: at(0.05)) == [430])
        #expect(altitudes(tpv(1), &decoder, at: at(1)) == [])
        #expect(altitudes(tpv(1, altitude), &decoder, at: at(1.05)) == [430])
        #expect(decoder.nextDeadline == nil)
        return decoder
    }

    @Test func completeMomentIsDeliveredImmediately() {
        var decoder = accustomed()
        #expect(altitudes(tpv(2, altitude), &decoder, at: at(2)) == [430])
        #expect(decoder.nextDeadline == nil)
        #expect(altitudes(tpv(2, altitude), &decoder, at: at(2.05)) == [])
        #expect(decoder.counts.discards[.repeatedEpoch] == 1)
        #expect(decoder.counts.fixes == 3)
    }

    @Test func incompleteMomentWaitsAtMostAFifthOfASecond() {
        var decoder = accustomed()
        #expect(altitudes(tpv(2), &decoder, at: at(2)) == [])
        #expect(decoder.nextDeadline == at(2.2))
        var fixes = 0
        decoder.advance(to: at(2.19)) { if case .fix = $0 { fixes += 1 } }
        #expect(fixes == 0)
        decoder.advance(to: at(2.2)) { if case .fix = $0 { fixes += 1 } }
        #expect(fixes == 1)
        // What comes later completes it.
        #expect(altitudes(tpv(2, altitude), &decoder, at: at(2.5)) == [430])
    }

    @Test func fastReceiverWaitsForAShareOfItsInterval() {
        var decoder = GPSDDecoder()
        func tenth(_ tenth: Int, _ more: String) -> String {
            tpv(0, more).replacing(".000Z", with: ".\(tenth)00Z")
        }
        for number in 0..<4 {
            _ = altitudes(tenth(number, altitude), &decoder, at: at(Double(number) / 10))
        }
        #expect(altitudes(tenth(4, ""), &decoder, at: at(0.4)) == [])
        #expect(decoder.nextDeadline.map { abs($0.seconds(since: at(0.43))) < 1e-6 } == true)
    }

    @Test func incompleteMomentIsDeliveredBeforeTheNextOne() {
        var decoder = accustomed()
        #expect(altitudes(tpv(2), &decoder, at: at(2)) == [])
        #expect(altitudes(tpv(3, altitude), &decoder, at: at(2.1)) == [0, 430])
    }

    @Test func reportMissingInTenMomentsIsNoLongerWaitedFor() {
        var decoder = accustomed()
        for second in 0..<10 {
            let text = tpv(0).replacing("12:00:00", with: "12:01:0\(second)")
            _ = altitudes(text, &decoder, at: at(60 + Double(second)))
        }
        #expect(decoder.nextDeadline != nil)
        decoder.advance(to: at(70)) { _ in }
        let text = tpv(0).replacing("12:00:00", with: "12:01:10")
        #expect(altitudes(text, &decoder, at: at(70)) == [0])
    }

    @Test func waitingMomentIsDeliveredWhenTheConnectionEnds() {
        var decoder = accustomed()
        #expect(altitudes(tpv(2), &decoder, at: at(2)) == [])
        var fixes = 0
        decoder.finish(at: at(2.1)) { if case .fix = $0 { fixes += 1 } }
        #expect(fixes == 1)
    }

    @Test func otherPositionOfTheSameMomentIsPassedOn() {
        var decoder = accustomed()
        #expect(altitudes(tpv(2, altitude), &decoder, at: at(2)) == [430])
        #expect(altitudes(tpv(2, altitude, at: 5), &decoder, at: at(2.05)) == [430])
    }
}
