import Chronology
import Testing

@testable import GeofenceDaemon

@Suite struct ClockInquiryTests {
    private let noon = UTCInstant(rfc3339: "2026-11-21T12:00:00Z")

    private func second(_ second: Int64) -> BootInstant {
        BootInstant(nanoseconds: second * 1_000_000_000)
    }

    @Test func asksAgainNowAndThenUntilItIsAnswered() {
        var asked = 0
        var inquiry = ClockInquiry {
            asked += 1
            return asked < 3 ? nil : noon
        }
        #expect(inquiry.begin(at: second(100)) == nil)
        #expect((101..<110).allSatisfy { inquiry.renew(at: second($0)) == nil })
        #expect(asked == 1)
        #expect(inquiry.renew(at: second(111)) == nil)
        #expect(asked == 2)
        #expect(inquiry.renew(at: second(121)) == noon)
        #expect(inquiry.renew(at: second(200)) == nil)
        #expect(asked == 3, "it is answered")
    }
}
