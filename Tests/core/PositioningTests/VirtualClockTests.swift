import Chronology
import Geodesy
import Testing

@testable import Positioning

@Suite struct VirtualClockTests {
    /// Times of day that jump ahead by nearly half a day, for more than three centuries.
    @Test func timesOfDayThatJumpNeverOverflow() {
        var clock = VirtualClock()
        var fix = Fix(
            position: Coordinate(latitude: 48, longitude: 11), time: nil, mode: .twoDimensional)
        var last = BootInstant(nanoseconds: 0)
        for step in 0..<250_000 {
            fix.timeOfDay_ns = Int64(step * 43_140 % 86_400) * 1_000_000_000
            let arrival = clock.arrive(fix)
            #expect(arrival >= last)
            last = arrival
        }
        #expect(last.nanoseconds == VirtualClock.longest)
    }
}
