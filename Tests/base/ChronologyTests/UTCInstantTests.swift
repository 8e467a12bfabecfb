import Chronology
import Testing

struct UTCInstantTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00.000Z"),
        ("1969-12-31T23:59:59.999Z", -1_000_000, "1969-12-31T23:59:59.999Z"),
        ("2026-11-21T07:40:00.1239Z", 1_795_246_800_123_900_000, "2026-11-21T07:40:00.123Z"),
        ("2026-11-21t08:40:00+01:00", 1_795_246_800_000_000_000, "2026-11-21T07:40:00.000Z"),
        ("2016-12-31 23:59:60z", 1_483_228_799_000_000_000, "2016-12-31T23:59:59.000Z"),
        ("2038-01-19T03:14:08-00:00", 2_147_483_648_000_000_000, "2038-01-19T03:14:08.000Z"),
        ("2000-02-29T12:00:00Z", 951_825_600_000_000_000, "2000-02-29T12:00:00.000Z"),
    ])
    func rfc3339IsParsedAndFormatted(text: String, nanoseconds: Int64, written: String) throws {
        let instant = try #require(UTCInstant(rfc3339: text))
        #expect(instant.nanoseconds == nanoseconds)
        #expect(instant.rfc3339 == written)
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z",
        "2026-01-01T00:00:00", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00Zjunk",
        "2026-01-01T00:00:61Z", "2026-01-01T00:00:00+1:00", "１026-01-01T00:00:00Z",
    ])
    func malformedTimeIsRefused(text: String) {
        #expect(UTCInstant(rfc3339: text) == nil)
    }

    @Test(arguments: [
        (Int64.min, "1677-09-21T00:12:43.145Z"), (.max, "2262-04-11T23:47:16.854Z"),
    ])
    func everyInstantCanBeFormatted(nanoseconds: Int64, written: String) {
        #expect(UTCInstant(nanoseconds: nanoseconds).rfc3339 == written)
    }

    @Test func datesAndDayCountsAreInverse() {
        for days in stride(from: -800_000, through: 800_000, by: 37) {
            #expect(CivilDate(daysSince1970: days).daysSince1970 == days)
        }
    }

    @Test func differencesAreInSeconds() {
        let start = UTCInstant(nanoseconds: 5)
        #expect(start.advanced(bySeconds: 30).seconds(since: start) == 30)
        #expect(start.advanced(bySeconds: -0.5) < start)
    }
}
