import ControlProtocol
import Testing

@testable import geofencectl

@Suite("bug reports hold no secrets and, on request, no places")
struct BugReportTests {
    @Test(arguments: [
        (#"password = "a b" # p"#, #"password = "REDACTED" # p"#),
        (#"api_token = 'x"y'"#, "api_token = 'REDACTED'"),
        (#"secret = 5, name = "b""#, #"secret = REDACTED, name = "b""#),
        (
            #"command = ["p", "--token", "x", "-v"]"#,
            #"command = ["p", "--token", "REDACTED", "-v"]"#
        ),
        (#"command = ["p", "--token=x", "-v"]"#, #"command = ["p", "--token=REDACTED", "-v"]"#),
        ("run p --api-key k --fast", "run p --api-key REDACTED --fast"),
        (#"{"Password": "x\"y", "n": 1}"#, #"{"Password": "REDACTED", "n": 1}"#),
        ("tokens = [\"a\", 'b']\nn = 1", "tokens = REDACTED\nn = 1"),
        ("secret = { a = \"x\" }", "secret = REDACTED"),
        ("key = { token = \"x\", n = [1] }", "key = { token = \"REDACTED\", n = [1] }"),
        ("c = [\n  '--token',\n  'x',\n]", "c = [\n  '--token',\n  'REDACTED',\n]"),
        ("password = \"\"\"\na\nb\"\"\"\nn = 1", "password = \"REDACTED\"\nn = 1"),
        ("c = \"curl --token=x -v\"", "c = \"curl --token=REDACTED -v\""),
        ("ran: --token=x", "ran: --token=REDACTED"),
        ("H: Bearer abcdef123", "H: REDACTED"),
        ("get http://me:pw@host/x", "get http://REDACTED@host/x"),
        (#"device = "/dev/ttyACM0""#, #"device = "/dev/ttyACM0""#),
        ("a@b.example, 12:30:00", "a@b.example, 12:30:00"), ("", ""), ("a\n\nb", "a\n\nb"),
    ])
    func secretsInTexts(text: String, redacted: String) {
        #expect(Redaction.text(text) == redacted)
    }

    @Test(arguments: [
        (
            #"{"auth":{"client_secret":{"a":1}},"n":2}"#,
            #"{"auth":{"client_secret":"REDACTED"},"n":2}"#
        ),
        (#"["p","--password","x","y"]"#, #"["p","--password","REDACTED","y"]"#),
        (#"{"message":"token=x is bad"}"#, #"{"message":"token=REDACTED is bad"}"#),
    ])
    func secretsInValues(json: String, redacted: String) throws {
        #expect(try changed(json, Redaction.value) == redacted)
    }

    private let shift = CoordinateShift(lat: 1, lon: -2)

    @Test(arguments: [
        (#"{"lat":52.5,"lon":4,"mode":3}"#, #"{"lat":53.5,"lon":2,"mode":3}"#),
        (
            #"{"crossed_lat":-1.25,"crossed_lon":-179,"lat":null}"#,
            #"{"crossed_lat":-0.25,"crossed_lon":179,"lat":null}"#
        ),
        (
            #"{"coordinates":[[[4,52.5],[5,53.5,7]]],"n":[4,52]}"#,
            #"{"coordinates":[[[2,53.5],[3,54.5,7]]],"n":[4,52]}"#
        ),
        (#"{"bbox":[4,52,5,53]}"#, #"{"bbox":[2,53,3,54]}"#),
        (#"{"lat":89.5}"#, #"{"lat":90}"#),
        (#"{"m":"Entered at 52.370, 4.890."}"#, #"{"m":"Entered at 53.37, 2.89."}"#),
        (#"{"coordinates":[356123.5,5540876.25]}"#, #"{"coordinates":["REMOVED"]}"#),
        (#"{"lat":5540876.25,"lon":356123.5}"#, #"{"lat":"REMOVED","lon":"REMOVED"}"#),
    ])
    func placesInValues(json: String, shifted: String) throws {
        #expect(try changed(json) { shift.value($0) } == shifted)
    }

    @Test(arguments: [
        ("building = [[-119.5, 34.25], [10, 20]]", "building = [[-121.5, 35.25], [8.0, 21.0]]"),
        ("GEOFENCE_LAT=52.5 GEOFENCE_LON=4.5", "GEOFENCE_LAT=53.5 GEOFENCE_LON=2.5"),
        ("latitude: -0.5, lon 179", "latitude: 0.5, lon 177.0"),
        ("fix 52.3701 4.8901 ±4 m", "fix 53.3701 2.8901 ±4 m"),
        (
            "vertex 0: the position [356123.5, 5540876.25] is not in degrees",
            "vertex 0: the position [REMOVED] is not in degrees"
        ),
        ("[[7.01, 150.0], [3.5e5, 5.5e6, 12.0]]", "[[REMOVED], [REMOVED, 12.0]]"),
        ("[[+4.5, +52.25], [+1_0, 2_0.5]]", "[[2.5, 53.25], [8.0, 21.5]]"),
        ("[[+356_123.5, 5_540_876.25]]", "[[REMOVED]]"),
        ("has longitude 356123.5, beyond 540", "has longitude REMOVED, beyond 540"),
        ("lat is 150.5; it must be", "lat is REMOVED; it must be"),
        ("at 356123.512 5540876.254", "at REMOVED"),
        ("got $GPRMC,1,A,5222.2,N,00453.4,E*55", "got $NMEA-REMOVED"),
        ("latency 12.345 s, plat 3, pid 311", "latency 12.345 s, plat 3, pid 311"),
        ("2026-11-21 07:40:00 took 1.5 s of 10.25", "2026-11-21 07:40:00 took 1.5 s of 10.25"),
    ])
    func placesInTexts(text: String, shifted: String) {
        #expect(shift.text(text) == shifted)
    }

    @Test(arguments: [
        ("[ 4.5, # corner at 4.5\n  52.25, ]", "[2.5, 53.25, ]"),
        ("[4.5, 52.257 # the oak\n]", "[2.5, 53.257 \n]"),
        ("# home: 4.5 / 52.257\nname = \"#5\" # 52°15'N", "\nname = \"#5\" "),
        (##"a = '\#1' #'2"##, ##"a = '\#1' "##), (##"b = "\"#3" #"4"##, ##"b = "\"#3" "##),
        ("a = \"\"\"\n\"#1\"\n\"\"\" #2", "a = \"\"\"\n\"#1\"\n\"\"\" "),
        ("b = \'\'\'\n'#3'\n\'\'\'#4", "b = \'\'\'\n'#3'\n\'\'\'"),
        ("a = \"\"\"1\"\"\"\" # 2\"3", "a = \"\"\"1\"\"\"\" "),
        ("[4.5, #\u{301} x\r\n52.25]\r\nn = 1", "[2.5, 53.25]\r\nn = 1"),
        ("a = \"open #1\nb = 2 # 52.5", "a = \"open \nb = 2 "),
    ])
    func placesInConfigurations(text: String, shifted: String) {
        let report = BugReport(sections: [.configuration("", text)], shift: shift).text
        #expect(report.contains("left out.\n\n## \n\n~~~~\n\(shifted)\n~~~~\n"), "\(report)")
        let asItIs = BugReport(sections: [.configuration("", text)]).text
        #expect(asItIs.contains("~~~~\n\(text)\n~~~~\n"))
    }

    @Test func everyPlaceMovesByTheSame() {
        for _ in 0..<100 {
            let shift = CoordinateShift.random()
            #expect(abs(shift.latitude(20.5) - shift.latitude(20) - 0.5) < 1e-6)
            #expect((-180...180).contains(shift.longitude(179)))
        }
    }

    @Test func aReportIsCleanInEveryPart() {
        let report = BugReport(
            sections: [
                .text("Configuration", "token = \"x\"\nlat = 1\n"),
                .lines("Events", [.object(["lat": .integer(1), "token": .string("x")])]),
                .text("Journal", ""),
            ], shift: shift)
        #expect(
            report.text.hasSuffix(
                """

                ## Configuration

                ~~~~
                token = "REDACTED"
                lat = 2.0
                ~~~~

                ## Events

                ~~~~
                {"lat":2,"token":"REDACTED"}
                ~~~~

                ## Journal

                ~~~~
                (none)
                ~~~~

                """), "\(report.text)")
    }

    private func changed(_ json: String, _ change: (JSONValue) -> JSONValue) throws -> String {
        let value = try Wire.value(JSONValue.self, from: Array(json.utf8))
        return String(decoding: Wire.line(change(value)), as: UTF8.self)
    }
}
