import Chronology
import Positioning
import Testing

/// Content other than sentences is recognized and reported with a remedy.
struct UnreadContentTests {
    private func at(_ second: Double) -> BootInstant {
        BootInstant(nanoseconds: Int64(second * 1e9))
    }

    private func trouble(_ bytes: [UInt8], over line: SourceLine) -> SourceTrouble? {
        var health = SourceHealth()
        health.line = line
        _ = health.handle(.opened, at: at(0))
        for second in 0...5 {
            health.noteUnread(bytes.span)
            _ = health.handle(
                .received(bytes: bytes.count, sentences: 0), at: at(Double(second)))
        }
        return health.trouble
    }

    /// A message of each protocol: the mark, a header, and bytes that occur in positions.
    private static let ublox: [UInt8] =
        [0xB5, 0x62, 0x01, 0x07, 0x5C, 0x00] + (0..<92).map { UInt8($0 * 7 % 251) } + [0x11, 0x22]
    private static let sirf: [UInt8] =
        [0xA0, 0xA2, 0x00, 0x29, 0x02] + (0..<40).map { UInt8($0 * 5 % 251) }
        + [0x0C, 0x11, 0xB0, 0xB3]
    private static let skytraq: [UInt8] =
        [0xA0, 0xA1, 0x00, 0x3B, 0xA8, 0x02] + (0..<57).map { UInt8($0 * 3 % 251) }
        + [0x44, 0x0D, 0x0A]
    private static let sbf: [UInt8] =
        [0x24, 0x40, 0x9A, 0x31, 0xA7, 0x4F, 0x60, 0x00] + (0..<88).map { UInt8($0 * 9 % 251) }
    private static let rtcm: [UInt8] =
        [0xD3, 0x00, 0x13, 0x3E, 0xD0] + (0..<17).map { UInt8($0 * 11 % 200) } + [1, 2, 3]

    private static let binary: [([UInt8], String)] = [
        (ublox, "u-blox"), (sirf, "SiRF"), (skytraq, "SkyTraq"), (sbf, "Septentrio"),
        (rtcm, "RTCM 3"),
    ]
    private static let texts: [(String, String)] = [
        ("+CGNSSINFO: 2,09,05,00,4715.0,N,00821.0,E\r\nOK\r\n", "modem"),
        ("\r\n+CREG: 1\r\n", "modem"),
        ("$GPGLL,4807.0380,N,01131.0000,E,173930.00,A,A*64\r\n", "nmea-tcp"),
        (#"{"class":"VERSION","release":"3.25","proto_major":3}"# + "\r\n", "\"gpsd\""),
        (#"{"name":"signalk-server","version":"2.8.0"}"# + "\r\n", "Signal K"),
        (#"{"context":"vessels.self","updates":[{"values":[]}]}"# + "\n", "Signal K"),
        ("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n", "web server"),
        ("Welcome to gateway\r\ngateway login: ", "log-in prompt"),
        ("sensor 7: 21.5 degrees, door closed\r\n", "Text comes"),
    ]

    @Test(arguments: binary + texts.map { (Array($0.0.utf8), $0.1) })
    func contentIsReportedWithARemedy(_ message: [UInt8], _ word: String) {
        for line in [SourceLine.fixedSpeed(9600), .searchedSpeed, .withoutSpeed, .network] {
            let trouble = trouble(message + message + message, over: line)
            #expect(trouble?.code == "garbage")
            #expect(trouble?.sentence.contains(word) == true, "\(trouble?.sentence ?? "")")
            #expect(trouble?.sentence.contains("baud") == false)
        }
    }

    /// A server of another protocol may close the connection, or send nothing but its greeting.
    @Test func protocolIsReportedWhenTheConnectionEndsOrFallsSilent() {
        var health = SourceHealth()
        health.line = .network
        _ = health.handle(.opened, at: at(0))
        health.noteUnread(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8).span)
        _ = health.handle(.received(bytes: 28, sentences: 0), at: at(0))
        _ = health.advance(to: at(20))
        #expect(health.state == .silent)
        #expect(health.trouble?.sentence.contains("web server") == true)
        let lost = SourceTrouble(code: SourceTrouble.lostCode, sentence: "It was closed.")
        _ = health.handle(.unavailable(lost), at: at(21))
        #expect(health.trouble?.sentence.contains("web server") == true)
        _ = health.handle(.opened, at: at(22))
        _ = health.handle(.unavailable(lost), at: at(23))
        #expect(health.trouble == lost)
    }

    @Test(arguments: [
        (SourceLine.fixedSpeed(4800), "not 4800 baud", true),
        (.searchedSpeed, "being searched", false), (.withoutSpeed, "NMEA 0183", false),
        (.network, "the sender to this address", false),
    ])
    func noiseIsReportedForTheKindOfLine(
        _ line: SourceLine, _ words: String, isSearchAdvised: Bool
    ) {
        // Bits shifted by a wrong speed: neither text nor the marks of a protocol.
        let noise = (0..<600).map { UInt8(truncatingIfNeeded: $0 &* 97 &+ ($0 >> 3) | 0x80) }
        let sentence = trouble(noise, over: line)?.sentence ?? ""
        #expect(sentence.contains(words), "\(sentence)")
        #expect(sentence.contains("baud = 0") == isSearchAdvised)
    }

    /// Such a source has no receiver with power and antenna to check.
    @Test func troubleOfPushedFixesNamesTheProgram() {
        var health = SourceHealth()
        health.line = .pushed
        _ = health.handle(.opened, at: at(0))
        _ = health.advance(to: at(100))
        #expect(health.state == .silent)
        #expect(health.trouble?.sentence.contains("the program that pushes them runs") == true)
        _ = health.handle(.received(bytes: 1, sentences: 1), at: at(101))
        _ = health.handle(.noFix(.void), at: at(101))
        #expect(health.trouble?.sentence.contains("The program that pushes reports") == true)
    }

    @Test func silentModemIsReportedAfterAFewLines() {
        var health = SourceHealth()
        health.line = .fixedSpeed(9600)
        _ = health.handle(.opened, at: at(0))
        health.noteUnread(Array("RDY\r\n+CFUN: 1\r\n".utf8).span)
        _ = health.handle(.received(bytes: 16, sentences: 0), at: at(0))
        _ = health.advance(to: at(6))
        #expect(health.state == .silent)
        #expect(health.trouble?.code == "silent")
        #expect(health.trouble?.sentence.contains("modem") == true)
    }

    @Test(arguments: [DiscardReason.badChecksum, .truncated, .outOfRange])
    func networkSourceGetsNoAdviceAboutCables(_ reason: DiscardReason) {
        var health = SourceHealth()
        health.line = .network
        _ = health.handle(.opened, at: at(0))
        for second in 0...5 {
            _ = health.handle(.received(bytes: 70, sentences: 0), at: at(Double(second)))
            _ = health.handle(.discard(reason), at: at(Double(second)))
        }
        #expect(health.trouble?.code == reason.rawValue)
        for word in ["cable", "line speed", "firmware", "receiver sends"] {
            #expect(health.trouble?.sentence.contains(word) == false)
        }
    }
}
