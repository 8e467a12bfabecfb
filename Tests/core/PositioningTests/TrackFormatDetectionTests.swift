import Positioning
import Testing

@Suite("finding out the format of a recording")
struct TrackFormatDetectionTests {
    @Test(arguments: [
        ("$GPGGA,1*00\r\n", TrackFormat.nmea),
        ("# a story\n$GPGGA,1*00\n", .nmea),
        ("{\"class\":\"VERSION\"}\n$GPGGA,1*00\n", .nmea),
        ("\u{1}\u{2}\n{\u{1}\u{3}\n$GPGGA,1*00\n", .nmea),
        ("$GPGGA,1", .nmea),
        ("# a story\n!AIVDM,1,1,,B,13nUgBWP01PkHvDU7<kC4wvJ2>`<,0*27\n", .nmea),
        ("{\"class\":\"VERSION\"}\n{\"class\":\"TPV\",\"mode\":3}\n$GPGGA,1*00\n", .gpsd),
        ("{\"class\":\"VERSION\"}\n", .gpsd),
        ("\u{FEFF}<?xml version=\"1.0\"?><gpx/>", .gpx),
        ("{\"lat\":1,\"lon\":2}\n", .pushed),
        ("[{\"lat\":1,\"lon\":2}]", .array),
        ("\u{FEFF}\n[\n  {\n    \"lat\": 1\n", .array),
        ("{\"type\":\"FeatureCollection\",\n\"features\":[]}", .geojson),
        ("{\n  \"type\": \"Feature\"\n}", .geojson),
    ])
    func formatIsDetectedInTheFirstBytes(text: String, format: TrackFormat) {
        #expect(TrackFormat.detect(Array(text.utf8).span) == format)
    }

    /// A block of SBF begins with a dollar sign.
    @Test func binaryMessagesAreNotSentences() {
        let block: [UInt8] =
            [0x24, 0x40, 0x9A, 0x31, 0xA7, 0x4F, 0x60, 0x00] + (0..<88).map { UInt8($0 * 9 % 251) }
        let file = block + block + block
        #expect(TrackFormat.detect(file.span) == nil)
        #expect(TrackFormat.advice(onForeign: file.span)?.contains("Septentrio") == true)
        let sentence = file + Array("$GPGGA,1*00\r\n".utf8)
        #expect(TrackFormat.detect(sentence.span) == .nmea)
    }

    @Test func kmlIsNotGPX() {
        let file = Array("<?xml version=\"1.0\"?>\n<kml xmlns=\"x\"></kml>".utf8)
        #expect(TrackFormat.detect(file.span) == nil)
        #expect(TrackFormat.advice(onForeign: file.span)?.contains("KML") == true)
    }

    @Test(arguments: ["", "\n", "plain words\n", "[source.gps]\n"])
    func otherTextHasNoFormat(text: String) {
        #expect(TrackFormat.detect(Array(text.utf8).span) == nil)
    }
}
