import Chronology
import Settings
import Testing

@testable import GeofenceDaemon

/// Ages are computed from the system clock only an hour after its last step, and only while it is trusted.
struct ClockSteadinessTests {
    /// Reads a clock every half an hour, which is `ahead_s` of the right time at each reading.
    private func readings(
        _ trust: WallClockTrust, ahead_s: [Double], isSynchronized: Bool = true
    ) -> [Bool] {
        var steadiness = ClockSteadiness(trust) { isSynchronized }
        return ahead_s.enumerated().map { number, ahead_s in
            let at = BootInstant(nanoseconds: 0).advanced(bySeconds: Double(number) * 1800)
            let wall = UTCInstant(nanoseconds: 1_795_333_200_000_000_000)
                .advanced(bySeconds: Double(number) * 1800 + ahead_s)
            return steadiness.isReliable(wall, at: at)
        }
    }

    @Test func aClockIsReliableAnHourAfterTheStart() {
        #expect(readings(.auto, ahead_s: [0, 1, 2, 3]) == [false, false, true, true])
    }

    @Test func aStepOfTenYearsIsWaitedFor() {
        let years_s = 10 * 365 * 86_400.0
        #expect(
            readings(.trusted, ahead_s: [0, 0, 0, years_s, years_s, 0, 0, 0])
                == [false, false, true, false, false, false, false, true])
    }

    @Test(arguments: [(WallClockTrust.untrusted, true), (.auto, false)])
    func aClockThatIsNotTrustedIsNeverReliable(trust: WallClockTrust, isSynchronized: Bool) {
        let found = readings(
            trust, ahead_s: Array(repeating: 0, count: 9), isSynchronized: isSynchronized)
        #expect(!found.contains(true))
    }
}
