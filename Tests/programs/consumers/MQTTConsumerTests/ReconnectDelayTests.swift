import Testing

@testable import MQTTConsumer

@Suite struct ReconnectDelayTests {
    /// A connection that ends after so many seconds, several times in a row: the pauses.
    private func pauses(
        _ delay: inout ReconnectDelay, after s: Double, isIdle: Bool = true,
        isTakenOver: Bool = false,
        count: Int
    ) -> [Double] {
        (0..<count).map { _ in
            delay.connected(now: 0)
            for now in stride(from: 0, through: s, by: 1) { delay.stands(isIdle: isIdle, now: now) }
            return delay.next(isIdle: isIdle, isTakenOver: isTakenOver, 1)
        }
    }

    @Test func pausesGrowUntilAConnectionHasStoodForAMinute() {
        var delay = ReconnectDelay()
        #expect(pauses(&delay, after: 59, count: 10).suffix(3) == [128, 256, 300])
        #expect(pauses(&delay, after: 60, count: 3) == [1, 1, 1])
    }

    @Test func aConnectionOverWhichAnEventNeverPassesIsNotGood() {
        var delay = ReconnectDelay()
        #expect(pauses(&delay, after: 90, isIdle: false, count: 4) == [1, 2, 4, 8])
        delay.reset()
        #expect(delay.next(isIdle: false, isTakenOver: false, 1) == 1 && !delay.isDisputed)
    }

    @Test func anotherClientWithTheSameIdIsAvoidedForTenMinutes() {
        var delay = ReconnectDelay()
        #expect(
            pauses(&delay, after: 90, isTakenOver: true, count: 8).suffix(2) == [256, 300])
        // An event that was acknowledged in between changes nothing.
        delay.reset()
        #expect(delay.next(isIdle: true, isTakenOver: true, 1) == 300 && delay.isDisputed)
        _ = pauses(&delay, after: 600, count: 1)
        #expect(!delay.isDisputed && delay.next(isIdle: true, isTakenOver: true, 1) == 4)
    }

    @Test func endsOfIdleConnectionsMayBeThoseOfAnotherClient() {
        var delay = ReconnectDelay()
        _ = pauses(&delay, after: 1, count: 2)
        #expect(!delay.isDisputed)
        // A connection that fails is no other client.
        _ = delay.next(isIdle: true, isTakenOver: false, 1)
        _ = pauses(&delay, after: 1, count: 3)
        #expect(delay.isDisputed)
        delay.reset()
        #expect(delay.isDisputed, "an event was acknowledged in between")
        for now in [0.0, 60] {
            delay.connected(now: 0)
            delay.stands(isIdle: true, now: now)
        }
        #expect(!delay.isDisputed)
    }
}
