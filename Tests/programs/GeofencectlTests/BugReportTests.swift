import ControlProtocol
import TestSupport
import Testing

@testable import geofencectl

@Suite("bug reports")
struct BugReportTests {
    @Test(arguments: [
        (#"password = "a b" # p"#, #"password = REDACTED # p"#),
        (#"api_token = 'x"y'"#, "api_token = REDACTED"),
        (#"secret = 5, name = "b""#, #"secret = REDACTED, name = "b""#),
        ("run p --api-key k --fast", "run p --api-key REDACTED --fast"),
        ("run p -v -p x --key y", "run p -v -p REDACTED --key REDACTED"),
        ("GET http://h/x?sig=ab%2F1&n=2 HTTP", "GET http://h/x?REDACTED HTTP"),
        (#"{"Password": "x\"y", "n": 1}"#, #"{"Password": REDACTED, "n": 1}"#),
        ("key = { token = \"x\", n = [1] }", "key = { token = REDACTED, n = [1] }"),
        ("c = \"curl --token=x -v\"", "c = \"curl --token=REDACTED -v\""),
        ("ran: --token=x", "ran: --token=REDACTED"), ("H: Bearer abcdef123", "H: REDACTED"),
        ("get http://me:pw@host/x", "get http://REDACTED@host/x"),
        (#"device = "/dev/ttyACM0""#, #"device = "/dev/ttyACM0""#),
        ("the token is old", "the token is old"), ("a\u{0}b password =", "ab password =REDACTED"),
        ("a@b.example, 12:30:00", "a@b.example, 12:30:00"), ("", ""), ("a\n\nb", "a\n\nb"),
    ])
    func secretsInTextsAreReplaced(text: String, redacted: String) {
        #expect(Redaction().text(text) == redacted)
    }

    @Test func argumentsAreLeftOutWhereverTheyAreQuoted() {
        let redaction = Redaction(commands: [["/usr/bin/p", "-k", "hush4711", "abc"]])
        #expect(
            redaction.text("gps: /usr/bin/p -k hush4711 abc ended; it said: bad key hush4711")
                == "gps: /usr/bin/p REDACTED ended; it said: bad key REDACTED")
    }

    @Test(arguments: [
        (
            #"{"auth":{"client_secret":{"a":1}},"n":2}"#,
            #"{"auth":{"client_secret":"REDACTED"},"n":2}"#
        ),
        (#"{"message":"token=x is bad"}"#, #"{"message":"token=REDACTED is bad"}"#),
        (#"{"command":["p","-k","x"]}"#, #"{"command":"REDACTED"}"#),
        (#"{"command":"p -k x"}"#, #"{"command":"REDACTED"}"#),
        (#"{"device":"a b","type":"serial"}"#, #"{"device":"a b","type":"serial"}"#),
    ])
    func secretsInValuesAreReplaced(json: String, redacted: String) throws {
        let value = try Wire.value(JSONValue.self, from: Array(json.utf8))
        #expect(String(decoding: Wire.line(Redaction().value(value)), as: UTF8.self) == redacted)
    }

    @Test(arguments: [
        (#"{"lat":52.5,"lon":4,"mode":3}"#, #"{"mode":3}"#),
        (
            #"{"crossed_lat":1,"crossed_at":"2026-11-21T07:40:00.5Z"}"#,
            #"{"crossed_at":"2026-11-21T07:40:00.5Z"}"#
        ),
        // Nothing under a key that is not known, and nothing of another form, whatever it looks like.
        (#"{"x":4.8901,"geohash":"u173zq","coordinates":[4,52],"seq":7}"#, #"{"seq":7}"#),
        (#"{"properties":{"seq":52.5},"additional":{"lat_s":1},"count":1}"#, #"{"count":1}"#),
        (#"{"type":"52.3701","state":"33U 391545","version":"1.2.3"}"#, #"{"version":"1.2.3"}"#),
        (
            #"{"fence":"quarry","fence_name":"The quarry","message":"at 52.37","event_id":"0123456789abcdef:12"}"#,
            #"{"event_id":"0123456789abcdef:12","fence":"fence-1"}"#
        ),
        (
            #"{"sources":[{"name":"gps","device":"/dev/ttyACM0","counters":{"fixes":3,"refused.speed":1,"x":52.5}}]}"#,
            #"{"sources":[{"counters":{"fixes":3,"refused.speed":1},"device":"/dev/ttyACM0","name":"name-1"}]}"#
        ),
        (
            #"{"fences":["a","b"],"fence":"b","id":52}"#,
            #"{"fence":"fence-1","fences":["fences-1","fence-1"]}"#
        ),
        (#"[52.37,4.89]"#, "[]"),
    ])
    func onlyKnownValuesRemain(json: String, shown: String) throws {
        var filter = PositionFilter()
        let value = try Wire.value(JSONValue.self, from: Array(json.utf8))
        let kept = filter.value(value)
        let line = Wire.line(try #require(kept))
        #expect(String(decoding: line, as: UTF8.self) == shown)
    }

    @Test(arguments: [
        ("GEOFENCE_LAT=52.5 GEOFENCE_LON=4.5", "… …"),
        ("latitude: -0.5, lon 179", "latitude: …, lon …"),
        ("fix 52.3701 4.8901 ±4 m", "fix … … … m"),
        ("the position [356123.5, 5540876.25] is", "the position …, … is"),
        ("got $GPRMC,1,A,5222.2,N,00453.4,E*55", "got …"),
        ("after 12.3 s, within 500 ms (64 KiB)", "after 12.3 s, within 500 ms (64 KiB)"),
        ("391545 m east, 5820145 m north", "… m east, … m north"), ("52 31 12 N", "… … … N"),
        ("52°31'12\"N 9F4MGC22+22 u33dc0", "… … …"),
        ("see https://osm.org/#map=12/52.52 now", "see … now"),
        ("1.5 s of 10 since 2026-11-21T07:40:00Z.", "1.5 s of … since 2026-11-21T07:40:00Z."),
        ("fence 'quarry' and \"the oak\": 'yard'", "fence fence-1 and …: …"),
        ("quarry, (The quarry) can't be read.", "fence-1, (name-1) can't be read."),
        ("/home/ada/berlin.geojson: cannot", "…: cannot"), ("", ""), ("a  b", "a  b"),
        ("52\u{0} s", "… s"), ("52\n4", "…"),
    ])
    func sentencesKeepPlainWordsAlone(text: String, shown: String) {
        var filter = PositionFilter()
        _ = filter.value(.object(["fence": .string("quarry"), "name": .string("The quarry")]))
        #expect(filter.sentence(text) == shown)
    }

    /// A name that only a later section has is known in earlier sentences.
    @Test func reportsHaveNoPositionUnlessAsked() throws {
        let entry = BugReport.journalRecord(
            #"{"MESSAGE":"fence quarry is at 52.5","PRIORITY":"5","SYSLOG_IDENTIFIER":"geofenced","__REALTIME_TIMESTAMP":"1795851000000000","_HOSTNAME":"depot"}"#
        )
        let event = BugReport.journalRecord(
            #"{"MESSAGE":"Entered at 52.5","SYSLOG_IDENTIFIER":"geofenced","GEOFENCE_EVENT":"entered","GEOFENCE_FENCE":"quarry"}"#
        )
        let other = BugReport.journalRecord(
            #"{"MESSAGE":"at 52.5","SYSLOG_IDENTIFIER":"my-program"}"#)
        var report = BugReport(sections: [
            .init(title: "Journal", values: [entry, event, other]), .init(title: "Empty"),
            .init(title: "Unit", output: "token=x\u{202E}\n"),
        ])
        #expect(
            report.text.hasSuffix(
                #"""

                ## Journal

                ~~~~
                {"priority":"5","program":"geofenced","sentence":"fence fence-1 is at …","time":"2026-11-28T07:30:00.000Z"}
                {"event":"entered","fence":"fence-1","program":"geofenced"}
                {"program":"my-program"}
                ~~~~

                ## Empty

                ~~~~
                (none)
                ~~~~

                ## Unit

                ~~~~
                token=REDACTED
                ~~~~

                """#), "\(report.text)")
        report.hasPositions = true
        #expect(report.text.contains(#""sentence":"fence quarry is at 52.5""#), "\(report.text)")
    }

    @Test func noPositionOfTheGoldenResultsRemains() throws {
        for line in try DataFolder.of("ControlProtocol").lines("results.jsonl") {
            let value = try Wire.value(JSONValue.self, from: line)
            var filter = PositionFilter()
            let kept = String(decoding: Wire.line(filter.value(value)), as: UTF8.self)
            for key in [
                "lat", "lon", "coordinates", "message_expression", "properties", "fence_name",
            ] {
                #expect(!kept.contains("\"\(key)\":"), "\(kept)")
            }
        }
    }
}
