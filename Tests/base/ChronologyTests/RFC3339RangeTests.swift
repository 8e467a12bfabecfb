import Chronology
import Testing

/// Years whose instants or differences cannot be represented are refused instead of trapping.
struct RFC3339RangeTests {
    @Test(arguments: ["1900-01-01T00:00:00+23:59", "2149-12-31T23:59:60.999999999-23:59"])
    func boundaryYearsAreAccepted(_ text: String) {
        #expect(UTCInstant(rfc3339: text) != nil)
    }

    @Test(arguments: [
        "0000-01-01T00:00:00Z", "1899-12-31T23:59:59Z", "2150-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z",
    ])
    func otherYearsAreRefused(_ text: String) {
        #expect(UTCInstant(rfc3339: text) == nil)
        #expect(RFC3339Time(text)?.instant == nil)
        #expect(RFC3339Time(text)?.date.year == Int(text.prefix(4)))
    }

    @Test func differenceOfBoundaryYearsIsRepresentable() throws {
        let first = try #require(UTCInstant(rfc3339: "1900-01-01T00:00:00+23:59"))
        let last = try #require(UTCInstant(rfc3339: "2149-12-31T23:59:60-23:59"))
        #expect(last.seconds(since: first) > 0)
        #expect(first.seconds(since: last) < 0)
    }
}
