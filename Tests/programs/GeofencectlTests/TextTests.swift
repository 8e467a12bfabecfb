import ControlProtocol
import Testing

@testable import geofencectl

@Suite("figures, times and tables as text")
struct TextTests {
    @Test(arguments: [
        (0.0, 1, "0.0"), (-0.04, 1, "0.0"), (-0.05, 1, "-0.1"), (1.005, 2, "1.00"), (12.0, 0, "12"),
        (52.37, 6, "52.370000"), (-0.5, 0, "-1"), (1e300, 1, "1e+300"),
        (1e14, 6, "100000000000000.0"), (.infinity, 1, "inf"), (.nan, 1, "nan"),
    ])
    func decimals(value: Double, places: Int, text: String) {
        #expect(decimal(value, places) == text)
    }

    @Test(arguments: [
        (Units.metric, 12.34, "12.3 m"), (.metric, -12_340.0, "-12.3 km"),
        (.imperial, 3.048, "10 ft"), (.imperial, 16_093.44, "10.0 mi"),
        (.nautical, 100, "100.0 m"), (.nautical, 3704, "2.0 nmi"), (.metric, .nan, "-"),
    ])
    func lengths(units: Units, metres: Double, text: String) {
        #expect(units.length(metres) == text)
    }

    @Test func speeds() {
        #expect(Units.metric.speed(10) == "36.0 km/h")
        #expect(Units.imperial.speed(0.44704) == "1.0 mph")
        #expect(Units.nautical.speed(1852.0 / 3600) == "1.0 kn")
        #expect(Units.metric.speed(nil) == "-")
    }

    @Test(arguments: [
        (0.04, "0.0 s"), (9.94, "9.9 s"), (59.4, "59 s"), (59.6, "1 min"), (3600.0, "1 h"),
        (90_000, "1 d 1 h"), (754, "12 min 34 s"),
    ])
    func spans(seconds: Double, text: String) {
        #expect(TimeText.span(seconds) == text)
    }

    @Test func ago() {
        let now = "2026-11-21T07:40:00.000Z"
        #expect(TimeText.ago("2026-11-21T07:37:00.000Z", now: now) == "3 min ago")
        #expect(TimeText.ago("2026-11-21T07:41:00.000Z", now: now) == "in 1 min")
        #expect(TimeText.ago(now, now: now) == "just now")
        #expect(TimeText.ago(nil, now: now) == "never")
        #expect(TimeText.ago("soon", now: now) == "soon")
    }

    @Test(arguments: [
        ("expired", "events 40 to 42 were not sent (expired)."),
        (
            "reset",
            "the events from 40 on were not sent: a new log was begun, which counts from 1 again;"
                + " how many are missing is not known."
        ),
    ])
    func gaps(reason: String, sentence: String) {
        #expect(Gap(from_seq: 40, to_seq: 42, reason: reason).sentence == sentence)
    }

    @Test func columnsAreAsWideAsTheirWidestCell() {
        var table = Table([("NAME", .left), ("N", .right)])
        table.add(["a\u{1B}[2J\n", "5"])
        table.add(["größer", "1000"])
        let lines = table.text(otherwise: "", color: false).split(separator: "\n")
        #expect(lines == ["NAME             N", #"a\u001b[2J\n     5"#, "größer        1000"])
    }

    @Test func tablePrintedInPiecesGrowsWider() {
        var table = Table([("NAME", .left), ("N", .right)])
        #expect(table.takeText(color: false).isEmpty)
        table.add(["a", "1"])
        #expect(table.takeText(color: false) == "NAME  N\na     1\n")
        table.add(["longer", "23"])
        #expect(table.takeText(color: false) == "longer  23\n")
        table.add(["b", "4"])
        #expect(table.takeText(color: false) == "b        4\n")
    }

    @Test func emptyTableHasItsText() {
        #expect(Table([("A", .left)]).text(otherwise: "Nothing.", color: true) == "Nothing.\n")
    }

    @Test func fixShowsItsHeadingAndTheDataOfItsSender() {
        var fix = FixRecord(lat: 52, lon: 4)
        fix.source = "robot"
        fix.course_deg = 90
        #expect(!FixTable.text([fix], units: .metric).contains("HEADING"))
        fix.heading_deg = 271.5
        fix.additional = RawJSON(.object(["zone": .string("hall\u{1B}")]))
        let text = FixTable.text([fix, FixRecord(lat: 52, lon: 4)], units: .metric)
        #expect(text.contains("HEADING") && text.contains("272°"))
        #expect(text.contains("robot: {\"zone\":\"hall\\u001b\"}\n"))
        #expect(FixTable.line(fix, units: .metric).contains("heading 272°  robot  {\"zone\""))
        var source = SourceRecord(name: "robot", type: "socket", state: "fix")
        source.last_fix = fix
        let detail = SourceTable.detail(source, units: .metric)
        #expect(detail.contains("Heading:") && detail.contains("Additional:"))
    }
}
