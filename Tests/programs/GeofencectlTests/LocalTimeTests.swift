import Chronology
import ControlProtocol
import Testing

@testable import geofencectl

@Suite("times in the zone of people")
struct LocalTimeTests {
    private let berlin: ZoneRule
    private let now = UTCInstant(nanoseconds: 1_795_246_800_000_000_000)  // 2026-11-21T07:40:00Z

    init() throws {
        berlin = try #require(ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3"))
    }

    @Test func tablesShowTheOffset() {
        TimeText.$zone.withValue(berlin) {
            #expect(TimeText.seconds("2026-11-21T07:40:00.900Z") == "2026-11-21 08:40:00+01:00")
            #expect(TimeText.seconds("2026-06-30T22:40:00Z") == "2026-07-01 00:40:00+02:00")
            #expect(
                TimeText.seconds(nil, orArrival: "2026-11-21T07:40:00Z")
                    == "2026-11-21 08:40:00+01:00 (arrival)")
        }
        #expect(TimeText.seconds("2026-11-21T07:40:00.900Z") == "2026-11-21 07:40:00Z")
    }

    @Test(arguments: [
        ("2026-11-21 08:40", "2026-11-21T07:40:00.000Z"),
        ("2026-11-21T08:40", "2026-11-21T07:40:00.000Z"),
        ("2026-07-01", "2026-06-30T22:00:00.000Z"),
        ("08:39", "2026-11-21T07:39:00.000Z"), ("08:41", "2026-11-20T07:41:00.000Z"),
        ("00:10", "2026-11-20T23:10:00.000Z"), ("today", "2026-11-20T23:00:00.000Z"),
        ("yesterday", "2026-11-19T23:00:00.000Z"),
        // Clocks are set back from 03:00 to 02:00: the first of two instants.
        ("2026-10-25 02:30", "2026-10-25T00:30:00.000Z"),
        // Clocks are set forward from 02:00 to 03:00: the offset before applies.
        ("2026-03-29 02:30", "2026-03-29T01:30:00.000Z"),
        // A given zone has precedence.
        ("2026-11-27T02:48+01:00", "2026-11-27T01:48:00.000Z"),
        ("2026-11-27T02:48Z", "2026-11-27T02:48:00.000Z"),
    ])
    func timesWithoutZoneAreInTheUsersZone(text: String, time: String) {
        guard case .time(let instant)? = TimeExpression(text, now: now, zone: berlin) else {
            Issue.record("\(text) is no time")
            return
        }
        #expect(instant.rfc3339 == time)
    }

    @Test func zoneIsThatOfTZ() {
        let summer = UTCInstant(nanoseconds: 1_782_000_000_000_000_000)
        #expect(LocalZone.find("").zone == .utc)
        #expect(LocalZone.find("CET-1CEST,M3.5.0,M10.5.0/3").zone.offset_s(at: summer) == 7200)
        #expect(LocalZone.find(":/nowhere/at/all").problem != nil)
        let unknown = LocalZone.find("Mars/Olympus")
        #expect(unknown.zone == .utc)
        #expect(unknown.problem?.contains("\"Mars/Olympus\"") == true)
    }

    @Test func utcIsAnOptionOfEveryCommand() {
        #expect(
            LeadingOptions.moved(["--utc", "events", "-n", "1"]) == ["events", "-n", "1", "--utc"])
        #expect(
            LeadingOptions.moved(["-o", "json", "--utc", "fix"]) == ["fix", "-o", "json", "--utc"])
    }

    @Test func compactTimesHaveNoSeparators() {
        #expect(TimeText.compact(now) == "20261121T074000Z")
    }
}
