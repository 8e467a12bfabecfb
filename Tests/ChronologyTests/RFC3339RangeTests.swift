import Chronology
import Testing

/// Years that an instant cannot hold are refused, not trapped on.
struct RFC3339RangeTests {
    @Test(arguments: ["1678-01-01T00:00:00+23:59", "2261-12-31T23:59:60.999999999-23:59"])
    func theLastYearsAreHeld(_ text: String) {
        #expect(UTCInstant(rfc3339: text) != nil)
    }

    @Test(arguments: [
        "0000-01-01T00:00:00Z", "1677-12-31T23:59:59Z", "2262-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z",
    ])
    func theOthersAreRefused(_ text: String) {
        #expect(UTCInstant(rfc3339: text) == nil)
    }
}
