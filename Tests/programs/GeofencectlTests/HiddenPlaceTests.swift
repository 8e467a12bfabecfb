import ControlProtocol
import TestSupport
import Testing

@testable import geofencectl

@Suite("bug reports tell no place on request")
struct HiddenPlaceTests {
    private let shift = CoordinateShift(lat: 1, lon: -2)

    @Test(arguments: [
        (#"{"lat":52.5,"lon":4,"mode":3}"#, #"{"lat":53.5,"lon":2,"mode":3}"#),
        (
            #"{"crossed_lat":-1.25,"crossed_lon":-179,"lat":null}"#,
            #"{"crossed_lat":-0.25,"crossed_lon":179,"lat":null}"#
        ),
        (
            #"{"coordinates":[[[4,52.5],[5,53.5,7]]],"floor":[4,52]}"#,
            #"{"coordinates":[[[2,53.5],[3,54.5,7]]],"floor":[4,52]}"#
        ),
        (#"{"lat":89.5}"#, #"{"lat":90}"#),
        (#"{"coordinates":[356123.5,5540876.25]}"#, #"{"coordinates":["REMOVED"]}"#),
        (#"{"lat":5540876.25,"lon":356123.5}"#, #"{"lat":"REMOVED","lon":"REMOVED"}"#),
        // Nothing under a name that is not known, whatever it looks like.
        (#"{"x":4.8901,"y":52.3701,"geohash":"u173zq","seq":7}"#, #"{"seq":7}"#),
        (
            #"{"fence":"quarry","fence_name":"The quarry","message":"at 52.37, 4.89","properties":{"utm":"31U 630084 5804000"}}"#,
            #"{"fence":"fence-1"}"#
        ),
        (
            #"{"sources":[{"name":"gps","type":"serial","device":"/dev/ttyACM0","counters":{"fixes":3}}]}"#,
            #"{"sources":[{"counters":{"fixes":3},"device":"/dev/ttyACM0","name":"source-1","type":"serial"}]}"#
        ),
        (
            #"{"type":"52.3701","time":"2026-11-21T07:40:00.5Z"}"#,
            #"{"time":"2026-11-21T07:40:00.5Z","type":"text-1"}"#
        ),
        (
            #"{"event_id":"0123456789abcdef:12","sentence":"52.52° N"}"#,
            #"{"event_id":"0123456789abcdef:12","sentence":"REMOVED"}"#
        ),
    ])
    func positionsInValuesAreHidden(json: String, hidden: String) throws {
        let value = try Wire.value(JSONValue.self, from: Array(json.utf8))
        let line = Wire.line(Anonymizer(shift).value(value))
        #expect(String(decoding: line, as: UTF8.self) == hidden)
    }

    @Test(arguments: [
        ("GEOFENCE_LAT=52.5 GEOFENCE_LON=4.5", "GEOFENCE_LAT=53.5 GEOFENCE_LON=2.5"),
        ("latitude: -0.5, lon 179", "latitude: 0.5, lon 177.0"),
        ("fix 52.3701 4.8901 ±4 m", "fix 53.3701 2.8901 ±4 m"),
        (
            "vertex 0: the position [356123.5, 5540876.25] is not in degrees",
            "vertex 0: the position [REMOVED] is not in degrees"
        ),
        ("[[7.01, 150.0], [3.5e5, 5.5e6, 12 m]]", "[[REMOVED], [REMOVED, 12 m]]"),
        ("has longitude 356123.5, beyond 540", "has longitude REMOVED, beyond 540"),
        ("lat is 150.5; it must be", "lat is REMOVED; it must be"),
        ("at 356123.512 5540876.254", "at REMOVED"),
        ("got $GPRMC,1,A,5222.2,N,00453.4,E*55", "got $NMEA-REMOVED"),
        ("latency 12.3 s, plat 3, pid 311", "latency 12.3 s, plat 3, pid 311"),
        ("2026-11-21 07:40:00.250 took 1.5 s of 10", "2026-11-21 07:40:00.250 took 1.5 s of 10"),
        // Forms that cannot be moved.
        ("x=4.89 y=52.37", "x=REMOVED y=REMOVED"), ("at 52.52° N, 13.4°E", "at REMOVED, REMOVED"),
        ("52°31'12\"N 13°24'18\"E", "REMOVED REMOVED"),
        ("near 52.52N 13.40E", "near REMOVED REMOVED"),
        ("N 52 31.2 it", "REMOVED it"), ("33U 391545 5820145", "REMOVED"),
        ("33UUU9154520145", "REMOVED"), ("east 391545 north 5820145", "east REMOVED north REMOVED"),
        ("9F4MGC22+22", "REMOVED"), ("u33dc0", "REMOVED"),
        ("see https://osm.org/#map=12/52.52/13.40 now", "see URL-REMOVED now"),
        ("within 500ms, 64KiB, /dev/ttyACM0", "within 500ms, 64KiB, /dev/ttyACM0"),
        ("6.1.52 of 192.168.1.10", "6.1.52 of 192.168.1.10"),
        ("52,5200 13,4050", "REMOVED REMOVED"),
        // Words of the user's.
        ("fence 'quarry' and \"the oak\": 'quarry'", "fence 'text-1' and \"text-2\": 'text-1'"),
        ("reads '/home/ada/berlin.geojson'.", "reads 'text-1'."),
        ("/home/ada/berlin.geojson: cannot", "path-1: cannot"),
        ("it can't be the daemon's", "it can't be the daemon's"),
    ])
    func positionsInSentencesAreHidden(text: String, hidden: String) {
        #expect(Anonymizer(shift).sentence(text) == hidden)
    }

    @Test(arguments: [
        ("building = [[-119.5, 34.25], [10, 20]]", "building = [[-121.5, 35.25], [8.0, 21.0]]"),
        ("building = [[+4.5, +52.25], [+1_0, 2_0.5]]", "building = [[2.5, 53.25], [8.0, 21.5]]"),
        ("building = [[+356_123.5, 5_540_876.25]]", "building = [[REMOVED, REMOVED]]"),
        (
            "building = [[ 4.5, # corner at 4.5\n  52.25, ]]\nstale_s = 1.2345",
            "building = [[ 2.5, \n  53.25, ]]\nstale_s = 1.2345"
        ),
        ("# home: 4.5 / 52.257\nname = \"#5\" # 52°15'N", "\nname = \"text-1\" "),
        ("a.lat = 4.5\nb = 'x'", "text-1.lat = REMOVED\ntext-2 = \"text-3\""),
        ("x = 4.5\n\"the oak\" = [1, 2]", "text-1 = REMOVED\ntext-2 = [REMOVED, REMOVED]"),
        (
            "[source.gps]\ntype = \"nmea-tcp\"\nhost = \"depot\"\nport = 10110",
            "[source.source-1]\ntype = \"nmea-tcp\"\nhost = \"host-1\"\nport = 10110"
        ),
        (
            "[[monitor]]\nname = 'yard'\nsource = \"gps\"\nfences = \"berlin.geojson\"\nrule = \"enter\"",
            "[[monitor]]\nname = \"monitor-1\"\nsource = \"source-1\"\nfences = \"set-1\"\nrule = \"enter\""
        ),
        (
            "message = \"{fence.name} 52.5\"\nconfirm_enter = { fixes = 2, x = 5 }\nrule = \"52.5\"",
            "message = \"REMOVED\"\nconfirm_enter = { fixes = 2, text-1 = REMOVED }\nrule = \"text-2\""
        ),
        ("a = \"\"\"\n#1 4.5\n\"\"\" #2", "text-1 = \"text-2\" "),
        (
            "device = \"/dev/ttyACM0\" #\u{301} x\r\nbaud = 0",
            "device = \"/dev/ttyACM0\" \r\nbaud = 0"
        ),
        ("name = \"open 52.5\nbaud = 2 # 52.5", "name = \"text-1\"\nbaud = 2 "),
        (
            "schedule = [\"Mon-Fri 07:00-18:30\", \"52:30-13:24 x\"]",
            "schedule = [\"Mon-Fri 07:00-18:30\", \"hours-1\"]"
        ),
        ("52.5 13.4 = °", "REMOVED text-1.text-2 = REMOVED"),
    ])
    func positionsInConfigurationsAreHidden(text: String, hidden: String) {
        #expect(Anonymizer(shift).configuration(text) == hidden)
        let asItIs = BugReport(sections: [.configuration("", text)]).text
        #expect(asItIs.contains("~~~~\n\(text)\n~~~~\n"))
    }

    @Test func everyPositionMovesByTheSameOffset() throws {
        for _ in 0..<100 {
            let shift = CoordinateShift.random()
            let (a, b) = try (#require(shift.latitude(20.5)), #require(shift.latitude(20)))
            #expect(abs(a - b - 0.5) < 1e-6)
            #expect((-180...180).contains(try #require(shift.longitude(179))))
        }
    }

    /// The same word is replaced by the same one in records, the configuration, the journal and
    /// sentences.
    @Test func oneWordHasOneReplacement() throws {
        let event = #"{"fence":"quarry","monitor":"yard","source":"gps","lat":52.5,"lon":4.5}"#
        let entry = #"""
            {"MESSAGE":"Entered The quarry.","PRIORITY":"5","SYSLOG_IDENTIFIER":"geofenced","GEOFENCE_EVENT":"entered",
            "GEOFENCE_FENCE":"quarry","__REALTIME_TIMESTAMP":"1795851000000000","_HOSTNAME":"depot-berlin"}
            """#
        let own = #"{"MESSAGE":"fence quarry of yard is new","SYSLOG_IDENTIFIER":"geofenced"}"#
        let other = #"{"MESSAGE":"standing at the oak","SYSLOG_IDENTIFIER":"my-positions"}"#
        let report = BugReport(
            sections: [
                .text("Doctor", "ok fences: quarry, gps"),
                .configuration("Configuration", "[source.gps]\n[[monitor]]\nname = \"yard\"\n"),
                .lines("Events", [try Wire.value(JSONValue.self, from: Array(event.utf8))]),
                .lines(
                    "Journal",
                    try [entry, own, other].map {
                        let line = $0.replacing("\n", with: "")[...]
                        return try #require(BugReport.journalRecord(line))
                    }),
            ], shift: shift
        ).text
        for line in [
            "ok fences: fence-1, source-1", "[source.source-1]", "name = \"monitor-1\"",
            #"{"fence":"fence-1","lat":53.5,"lon":2.5,"monitor":"monitor-1","source":"source-1"}"#,
            #"{"event":"entered","fence":"fence-1","priority":5,"program":"geofenced","time":"2026-11-28T07:30:00.000Z"}"#,
            #"{"program":"geofenced","sentence":"fence fence-1 of monitor-1 is new"}"#,
            #"{"program":"program-1"}"#,
        ] {
            #expect(report.contains("\n\(line)\n"), "\(line) in \(report)")
        }
        #expect(report.contains("\n- moved by one secret offset: "))
    }

    @Test func everyMemberOfARecordIsKnown() throws {
        let lines = try DataFolder.of("ControlProtocol").lines("results.jsonl")
        let results = try lines.map { try Wire.value(JSONValue.self, from: $0) }.filter {
            ["Daemon.status", "Fix.last", "Events.list"].contains($0["id"]?.text)
        }
        #expect(Set(results.map { $0["id"]?.text }).count == 3)
        for key in results.compactMap({ $0["result"] })
            .flatMap({ keys(of: $0["events"] ?? $0["fixes"] ?? $0) })
        {
            #expect(ReportKeys.isKnown(key), "\(key)")
        }
    }

    private func keys(of value: JSONValue) -> [String] {
        switch value {
        case .array(let items): items.flatMap { keys(of: $0) }
        case .object(let members):
            members.flatMap { name, value in
                ["additional", "counters", "figures", "properties"].contains(name)
                    ? [name] : [name] + keys(of: value)
            }
        case .null, .bool, .integer, .number, .string: []
        }
    }

    /// A new key must be listed as hidden or shown.
    @Test func everyKeyOfTheConfigurationIsKnown() throws {
        let text = try DataFolder.package.text("etc/geofenced.toml")
        let keys = text.matches(of: #/(?m)^#?(?<key>[a-z_]+) =/#).map(\.key)
        #expect(keys.count > 50)
        for key in keys { #expect(ReportKeys.isKnown(key), "\(key)") }
    }
}
