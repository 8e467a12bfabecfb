import Chronology
import Testing

@testable import GeofenceDaemon

@Suite struct TimestampTests {
    /// Seconds by which the system clock is set one minute after the instant, and the resulting time.
    @Test(arguments: [
        (0.0, "1970-01-01T00:00:10.000Z"), (30, "1970-01-01T00:00:10.000Z"),
        (1_779_000_000, "2026-05-17T06:40:10.000Z"), (-70, "1969-12-31T23:59:00.000Z"),
    ])
    func timeFollowsTheCurrentClock(set_s: Double, time: String) {
        let then = UTCInstant(nanoseconds: 10_000_000_000)
        let moment = Timestamp(wall: then, boot: BootInstant(nanoseconds: 5_000_000_000))
        let now = BootInstant(nanoseconds: 65_000_000_000)
        #expect(moment.ago_s(now: now) == 60)
        #expect(moment.time(by: then.advanced(bySeconds: 60 + set_s), now: now).rfc3339 == time)
    }
}
