import Chronology
import Geodesy
import Positioning
import Testing

/// Recordings as the tools of the field write them: with the time of arrival before each line, or
/// as UTF-16 text.
struct RecordedTextTests {
    private static let nmea =
        sentence("GPRMC,120000.00,A,4807.0380,N,01131.0000,E,10.0,90.0,211126,,,A") + "\r\n"
    private static let report =
        #"{"class":"TPV","mode":3,"time":"2026-11-21T12:00:00.000Z","lat":48.1173,"lon":11.5166667}"#
        + "\n"

    private func places(_ bytes: [UInt8], chunk: Int) -> (TrackFormat?, [Double]) {
        guard let format = TrackFormat.detect(bytes.span) else { return (nil, []) }
        var reader = TrackReader(format)
        var places: [Double] = []
        func note(_ timed: TimedReport) {
            if case .fix(let fix) = timed.report { places.append(fix.position.latitude) }
        }
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            let end = min(start + chunk, bytes.count)
            reader.receive(bytes.span.extracting(start..<end), note)
        }
        reader.finish(note)
        return (format, places)
    }

    @Test(arguments: [
        (nmea, TrackFormat.nmea), (report, .gpsd), (#"{"lat":48.1173,"lon":11.5}"# + "\n", .pushed),
    ])
    func utf16IsRead(_ text: String, _ format: TrackFormat) {
        for isBig in [false, true] {
            let units = [UInt16(0xFEFF)] + Array(text.utf16)
            let bytes = units.flatMap { unit -> [UInt8] in
                let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
                return isBig ? [high, low] : [low, high]
            }
            for chunk in [1, 3, bytes.count] {
                let (found, places) = places(bytes, chunk: chunk)
                #expect(found == format)
                #expect(places == [48.1173])
            }
        }
    }

    @Test(arguments: [
        "2026-11-21 12:00:00: ", "2026-11-21 12:00:00.123456: ", "Sat Nov 21 12:00:00 2026: ",
    ])
    func timesOfGpspipeAreSkipped(_ stamp: String) {
        let version = stamp + #"{"class":"VERSION","release":"3.22","proto_major":3}"# + "\n"
        let (gpsd, reports) = places(Array((version + stamp + Self.report).utf8), chunk: 7)
        #expect(gpsd == .gpsd)
        #expect(reports == [48.1173])
        let (nmea, sentences) = places(Array((stamp + Self.nmea).utf8), chunk: 7)
        #expect(nmea == .nmea)
        #expect(sentences == [48.1173])
    }

    @Test func textOfOneByteIsThatByte() {
        var reader = TrackReader(.pushed)
        reader.receive([UInt8(ascii: "x")].span) { _ in }
        reader.finish { _ in }
        #expect(reader.counts.discards[.badJSON] == 1)
    }
}
