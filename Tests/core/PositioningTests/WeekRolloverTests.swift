import Chronology
import Positioning
import Testing

/// A receiver whose dates are 1024 weeks off is found out by the system time, however its words
/// come.
struct WeekRolloverTests {
    private static let systemTime = UTCInstant(rfc3339: "2026-11-21T12:00:00Z")
    private static let build = UTCInstant(rfc3339: "2026-06-01T00:00:00Z")
    private static let start = BootInstant(nanoseconds: 0)

    /// How many times 1024 weeks a receiver is off, and its date in NMEA and from gpsd.
    private static let receivers = [
        (-2, "220887", "1987-08-22"), (-1, "070407", "2007-04-07"), (0, "211126", "2026-11-21"),
        (1, "070746", "2046-07-07"),
    ]

    /// What a receiver says some seconds after noon.
    private static func words(
        nmea: Bool, _ receiver: (Int, String, String), second: Int = 0
    ) -> String {
        nmea
            ? sentence(
                "GPRMC,12000\(second).00,A,4807.0380,N,01131.0000,E,10.0,90.0,\(receiver.1),,,A")
            : "{\"class\":\"TPV\",\"mode\":3,\"time\":\"\(receiver.2)T12:00:0\(second).000Z\","
                + "\"lat\":48.1,\"lon\":11.5}\n"
    }

    private static func decoder(nmea: Bool, repairs: Bool) -> any StreamDecoder {
        var (ofNMEA, ofGPSD) = (NMEASettings(), GPSDSettings())
        ofNMEA.repairsWeekRollover = repairs
        ofGPSD.repairsWeekRollover = repairs
        ofNMEA.buildDate = repairs ? build : nil
        ofGPSD.buildDate = ofNMEA.buildDate
        return nmea ? NMEADecoder(ofNMEA) : GPSDDecoder(ofGPSD)
    }

    private func fix(_ words: String, _ decoder: inout any StreamDecoder) -> Fix? {
        var fix: Fix?
        let note: (Report) -> Void = { if case .fix(let found) = $0 { fix = found } }
        decoder.receive(Array(words.utf8).span, at: Self.start, note)
        decoder.advance(to: Self.start.advanced(bySeconds: 1), note)
        return fix
    }

    @Test(arguments: receivers, [true, false]) func rolloverIsRepaired(
        receiver: (Int, String, String), nmea: Bool
    ) {
        var decoder = Self.decoder(nmea: nmea, repairs: true)
        decoder.noteSystemTime(Self.systemTime, at: Self.start)
        let fix = fix(Self.words(nmea: nmea, receiver), &decoder)
        #expect(fix?.time == Self.systemTime)
        #expect(fix?.timeQuality == .gnss)
    }

    /// The origin of GPS weeks is what a receiver says that has not heard the date yet.
    @Test(arguments: [true, false]) func coldStartIsNotRepaired(nmea: Bool) {
        var decoder = Self.decoder(nmea: nmea, repairs: true)
        let fix = fix(Self.words(nmea: nmea, (0, "060180", "1980-01-06")), &decoder)
        #expect(fix?.timeQuality == .untrusted(.coldStart))
    }

    @Test(arguments: receivers, [true, false]) func rolloverIsNotTrusted(
        receiver: (Int, String, String), nmea: Bool
    ) {
        var decoder = Self.decoder(nmea: nmea, repairs: false)
        decoder.noteSystemTime(Self.systemTime, at: Self.start)
        let fix = fix(Self.words(nmea: nmea, receiver), &decoder)
        #expect(fix?.timeQuality == (receiver.0 == 0 ? .gnss : .untrusted(.weekRollover)))
    }

    /// At boot a receiver often speaks before the network has set the clock.
    @Test(arguments: [true, false]) func rolloverIsDetectedWhenTheClockIsSet(nmea: Bool) {
        var decoder = Self.decoder(nmea: nmea, repairs: false)
        let (wrong, right) = (Self.receivers[1], Self.receivers[2])
        #expect(fix(Self.words(nmea: nmea, wrong), &decoder)?.timeQuality == .gnss)
        decoder.noteSystemTime(Self.systemTime, at: Self.start)
        let doubted = fix(Self.words(nmea: nmea, wrong, second: 2), &decoder)
        #expect(doubted?.timeQuality == .untrusted(.weekRollover))
        let believed = fix(Self.words(nmea: nmea, right, second: 4), &decoder)
        #expect(believed?.timeQuality == .gnss, "what was believed before is no reason to doubt")
    }

    /// Without a network the build date shows which dates are impossible.
    @Test(arguments: [true, false]) func rolloverIsRepairedByTheBuildDate(nmea: Bool) {
        for receiver in Self.receivers where receiver.0 <= 0 {
            var decoder = Self.decoder(nmea: nmea, repairs: true)
            #expect(fix(Self.words(nmea: nmea, receiver), &decoder)?.time == Self.systemTime)
        }
    }
}
