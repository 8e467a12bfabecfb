import Glibc
import Testing

@testable import SystemServices

@Suite struct BootTimerTests {
    /// Whether the timer expires within so many milliseconds.
    private func expires(_ timer: Int32, within_ms: Int32) -> Bool {
        var waiting = pollfd(fd: timer, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&waiting, 1, within_ms) == 1
    }

    @Test func expiresAtItsDeadlineAndNotBefore() throws {
        let owned = try BootTimer.open()
        let timer = owned.rawValue
        #expect(!expires(timer, within_ms: 0))
        let now = Clocks.bootNanoseconds()
        BootTimer.set(timer, for: now + 1_000_000)
        #expect(expires(timer, within_ms: 60_000))
        #expect(Clocks.bootNanoseconds() >= now + 1_000_000)
        _ = consume owned
    }

    @Test func canBeRearmedAndDisarmed() throws {
        let owned = try BootTimer.open()
        let timer = owned.rawValue
        for later in [Clocks.bootNanoseconds() + 3_600_000_000_000, nil] {
            BootTimer.set(timer, for: 0)
            #expect(expires(timer, within_ms: 60_000), "an instant that has passed comes at once")
            BootTimer.set(timer, for: later)
            #expect(!expires(timer, within_ms: 20))
        }
        _ = consume owned
    }
}
