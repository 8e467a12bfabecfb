import Chronology
import Testing

@testable import geofencectl

@Suite("times as people write them")
struct TimeExpressionTests {
    private let now = UTCInstant(nanoseconds: 1_795_246_800_000_000_000)  // 2026-11-21T07:40:00Z

    @Test(arguments: [
        ("-10min", "2026-11-21T07:30:00.000Z"),
        ("-10m", "2026-11-21T07:30:00.000Z"),
        ("-1h30min", "2026-11-21T06:10:00.000Z"),
        ("-1.5s", "2026-11-21T07:39:58.500Z"),
        ("-2d", "2026-11-19T07:40:00.000Z"),
        ("-1w", "2026-11-14T07:40:00.000Z"),
        ("10min", "2026-11-21T07:30:00.000Z"),
        ("1h30min", "2026-11-21T06:10:00.000Z"),
        ("2026-11-21T07:40:00Z", "2026-11-21T07:40:00.000Z"),
        ("2026-11-21T08:40:00+01:00", "2026-11-21T07:40:00.000Z"),
        ("2026-11-21 07:40:01.25", "2026-11-21T07:40:01.250Z"),
        ("2026-11-21 07:40", "2026-11-21T07:40:00.000Z"),
        ("2026-11-21", "2026-11-21T00:00:00.000Z"),
        ("07:30", "2026-11-21T07:30:00.000Z"),
        ("7:39:59", "2026-11-21T07:39:59.000Z"),
        ("07:40", "2026-11-21T07:40:00.000Z"),
        ("19:40", "2026-11-20T19:40:00.000Z"),
    ])
    func times(text: String, time: String) {
        guard case .time(let instant)? = TimeExpression(text, now: now) else {
            Issue.record("\(text) is no time")
            return
        }
        #expect(instant.rfc3339 == time)
    }

    @Test func todayAndYesterdayAreDates() {
        #expect(TimeExpression("today", now: now) == TimeExpression("2026-11-21", now: now))
        #expect(TimeExpression("yesterday", now: now) == TimeExpression("2026-11-20", now: now))
    }

    @Test func places() {
        #expect(TimeExpression("begin", now: now) == .begin)
        #expect(TimeExpression("now", now: now) == .now)
        #expect(TimeExpression("42", now: now) == .seq(42))
        #expect(TimeExpression("5f3a:42", now: now) == .cursor("5f3a:42"))
    }

    @Test(arguments: [
        "", "-", "tomorrow", "-10", "-10lightyears", "-h", "-1h2", "5f3a:", ":4", "2026-13-01",
        "-99999999999999d", "99999999999999d", "10 min", "--10min", "24:00", "19:60", "7:40:61",
    ])
    func refuses(text: String) {
        #expect(TimeExpression(text, now: now) == nil)
    }
}
