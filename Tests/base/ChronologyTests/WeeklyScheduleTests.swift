import TestSupport
import Testing

@testable import Chronology

/// Schedules and zones give the results of the data files.
struct WeeklyScheduleTests {
    private static func lines(_ file: String) throws -> [String] {
        try DataFolder.of("Chronology").text(file).split(separator: "\n")
            .map(String.init).filter { !$0.hasPrefix("#") }
    }

    @Test(arguments: try lines("schedules.txt")) func scheduleOpensAndCloses(line: String) throws {
        let fields = line.split(separator: "|").map { $0.trimmingSpaces }
        let spans = fields[0].split(separator: ";")
            .compactMap { WeeklySchedule.Span($0.trimmingSpaces) }
        try #require(spans.count == fields[0].split(separator: ";").count)
        let schedule = WeeklySchedule(spans)
        let zone = try #require(ZoneRule(fields[1]))
        let instant = try #require(UTCInstant(rfc3339: fields[2]))
        #expect(schedule.isOpen(at: instant, in: zone) == (fields[3] == "open"))
        let next = schedule.nextChange(after: instant, in: zone)
        if fields[4] == "later" {
            #expect(next > instant)
            #expect(schedule.isOpen(at: next, in: zone) == (fields[3] == "open"))
        } else {
            #expect(next.rfc3339 == fields[4])
        }
        #expect(spans.compactMap { WeeklySchedule.Span($0.text) } == spans)
    }

    @Test func localTimeEqualsThatOfPython() throws {
        for line in try Self.lines("zone-offsets.txt") {
            let fields = line.split(separator: " ").map(String.init)
            let zone = try #require(ZoneRule(fields[0]), "\(line)")
            let instant = try #require(UTCInstant(rfc3339: fields[1]))
            #expect("\(zone.offset_s(at: instant))" == fields[2], "\(line)")
        }
    }

    /// Clocks are set back an hour from 15 February to 22 March for the Ramadan of 2026.
    @Test(arguments: [
        ("2026-02-13T08:00:00Z", "2026-02-13T17:00:00.000Z"),
        ("2026-02-13T17:00:00Z", "2026-02-16T08:00:00.000Z"),
        ("2026-03-20T08:00:00Z", "2026-03-20T18:00:00.000Z"),
        ("2026-03-20T18:00:00Z", "2026-03-23T07:00:00.000Z"),
    ]) func scheduleFollowsAZoneFileThroughRamadan(instant: String, next: String) throws {
        let zone = try #require(try ZoneFileTests.casablanca)
        let span = try #require(WeeklySchedule.Span("Mon-Fri 08:00-18:00"))
        let schedule = WeeklySchedule([span])
        let time = try #require(UTCInstant(rfc3339: instant))
        #expect(schedule.nextChange(after: time, in: zone).rfc3339 == next)
    }

    @Test(arguments: [
        "", "CE-1", "CET", "CET-1CEST", "CET-25", "CET-1CEST,M13.5.0,M10.5.0",
        "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J60,J300", "+5:30",
        "+24:00", "<+03-3", "CET-1CEST,M3.5.0,M10.5.0/3x", "Europe/Berlin",
    ]) func malformedRuleIsRefused(text: String) {
        #expect(ZoneRule(text) == nil)
    }

    @Test(arguments: [
        "", "07:00", "7:0-8:00", "007:00-8:00", "07:00-07:00", "24:00-07:00", "07:00-24:01",
        "07:60-08:00",
        "Mo 07:00-08:00", "Mon- 07:00-08:00", "Mon-Tue-Wed 07:00-08:00", "Mon  07:00-08:00",
        "Mon 07:00-08:00 ", "Mon,, 07:00-08:00",
    ]) func malformedHoursAreRefused(text: String) {
        #expect(WeeklySchedule.Span(text) == nil)
    }

}

extension Substring {
    fileprivate var trimmingSpaces: String {
        var text = self
        while text.first == " " { text = text.dropFirst() }
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
