import Chronology
import Positioning
import Testing

/// Times of day that jump about by a third of a day lead a calendar on by a day with every third
/// fix.
struct CalendarEndTests {
    @Test func datesBeyondTheLastInstantAreDropped() {
        var decoder = NMEADecoder()
        var times: [UTCInstant?] = []
        func receive(_ text: String) {
            decoder.receive(Array(text.utf8).span, at: BootInstant(nanoseconds: 0)) {
                if case .fix(let fix) = $0 { times.append(fix.time) }
            }
        }
        receive(sentence("GPZDA,000000.00,31,12,2149,00,00"))
        let day = ["00", "08", "16"].map {
            sentence("GPGGA,\($0)0000.00,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
        }.joined()
        for _ in 0..<(120 * 366) { receive(day) }
        #expect(times.contains { $0 != nil })
        #expect(times.last == .some(nil))
        receive(sentence("GPZDA,000000.00,01,01,1900,00,00") + day)
        #expect(times.last != .some(nil))
    }
}
