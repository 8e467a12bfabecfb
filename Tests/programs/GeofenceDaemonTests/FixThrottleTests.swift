import Chronology
import Geodesy
import Testing

@testable import GeofenceDaemon

@Suite struct FixThrottleTests {
    /// 0.001° of latitude is 111 m.
    private func place(_ metres: Double) -> Coordinate {
        Coordinate(latitude: 52 + metres / 111_200, longitude: 4)
    }

    /// The decisions for fixes at so many seconds and metres, each sent at once or when its time has come.
    private func decisions(
        _ interval_s: Double, _ distance_m: Double, _ fixes: [(s: Double, m: Double)]
    ) -> [FixThrottle.Decision] {
        var throttle = FixThrottle(interval_s: interval_s, distance_m: distance_m)
        return fixes.map { fix in
            let now = BootInstant(nanoseconds: Int64(fix.s * 1e9))
            let decision = throttle.decision(for: place(fix.m), at: now)
            if decision == .send { throttle.note(sent: place(fix.m), at: now) }
            return decision
        }
    }

    @Test func withoutLimitsEveryFixIsSent() {
        #expect(decisions(0, 0, [(1, 0), (1, 0), (1.2, 0)]) == [.send, .send, .send])
    }

    @Test func aFixWithinTheIntervalWaitsForItsEnd() {
        #expect(
            decisions(5, 0, [(10, 0), (11, 0), (14, 0), (15, 0), (16, 0)])
                == [.send, .wait(seconds: 4), .wait(seconds: 1), .send, .wait(seconds: 4)])
    }

    @Test func aFixNearTheLastOneSentIsDropped() {
        #expect(
            decisions(0, 20, [(1, 0), (2, 10), (3, 19), (4, 21), (5, 30), (6, 1)])
                == [.send, .drop, .drop, .send, .drop, .send])
    }

    @Test func bothLimitsHold() {
        #expect(
            decisions(5, 20, [(10, 0), (11, 30), (12, 5), (15, 5), (16, 30)])
                == [.send, .wait(seconds: 4), .drop, .drop, .send])
    }
}
