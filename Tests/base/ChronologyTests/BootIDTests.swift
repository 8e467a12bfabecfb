import Chronology
import Testing

struct BootIDTests {
    @Test(arguments: [
        "00000000000000000000000000000007", "7fb2c9d0e1a84f1c9b5e3d2a1c0f8e6d",
        "ffffffffffffffffffffffffffffffff",
    ])
    func textRoundTrips(text: String) throws {
        #expect(try #require(BootID(text)).text == text)
    }

    @Test(arguments: [
        "", "unknown", "7", "+fb2c9d0e1a84f1c9b5e3d2a1c0f8e6d",
        "7fb2c9d0-e1a8-4f1c-9b5e-3d2a1c0f8e6d",
    ])
    func malformedIDIsRefused(text: String) {
        #expect(BootID(text) == nil)
    }
}
