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

    @Test func brokenLinesDoNotEndTheConnection() {
        let broken = String(repeating: #"{"class":"RTCM3","type":1014"len":12}"# + "\n", count: 50)
        let decoder = fed(version + broken)
        #expect(decoder.isLost == false)
        #expect(decoder.counts.discards[.badJSON] == 50)
    }

    @Test func foreignProtocolEndsTheConnectionAndTheNextOneStartsFresh() {
        var decoder = fed(version.replacing("3}", with: "4}"))
        #expect(decoder.isLost)
        decoder.finish(at: now) { _ in }
        #expect(decoder.isLost == false)
    }

    @Test func receiversOfGPSDAreTracked() {
        var decoder = GPSDDecoder()
        var lists: [[String]] = []
        for line in [
            #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a"},{"path":"/dev/b"}]}"#,
            #"{"class":"DEVICE","path":"/dev/b","activated":"2026-05-02T12:00:00.000Z"}"#,
            #"{"class":"DEVICE","path":"/dev/a","activated":0}"#,
            #"{"class":"DEVICE","path":"/dev/c","activated":1777723200.5}"#,
            #"{"class":"DEVICE","activated":0}"#,
        ] {
            decoder.receive(Array((line + "\n").utf8).span, at: now) { report in
                if case .gpsd(.devices(let paths)) = report { lists.append(paths) }
            }
        }
        #expect(lists == [["/dev/a", "/dev/b"], ["/dev/b"], ["/dev/b", "/dev/c"]])
    }

    @Test func receiverWithAnUnprintablePathIsCountedWithoutItsPath() {
        var decoder = GPSDDecoder()
        var lists: [[String]] = []
        for line in [
            #"{"class":"DEVICES","devices":[{"path":"/dev/a\nb"},{"path":"/dev/\u009b31m"},{}]}"#,
            #"{"class":"DEVICE","path":"/dev/\u009b31m","activated":0}"#,
            #"{"class":"DEVICES","devices":[{"path":"/dev/\u007f"},{"path":"/dev/gps-ä"}]}"#,
            #"{"class":"DEVICE","path":"/dev/\u0085","activated":1}"#,
        ] {
            decoder.receive(Array((line + "\n").utf8).span, at: now) { report in
                if case .gpsd(.devices(let paths)) = report { lists.append(paths) }
            }
        }
        let unnamed = "an unnamed device"
        #expect(
            lists == [
                [unnamed, unnamed, unnamed], [unnamed, unnamed], [unnamed, "/dev/gps-ä"],
                [unnamed, "/dev/gps-ä", unnamed],
            ])
    }

    @Test func numberOfReceiversOfGPSDIsLimited() {
        var decoder = GPSDDecoder()
        var most = 0
        for number in 0..<100 {
            let line = #"{"class":"DEVICE","path":"/dev/\#(number)","activated":1}"# + "\n"
            decoder.receive(Array(line.utf8).span, at: now) { report in
                if case .gpsd(.devices(let paths)) = report { most = max(most, paths.count) }
            }
        }
        #expect(most == 16)
    }

    @Test func memoryOfAnEndlessLineIsLimited() {
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
