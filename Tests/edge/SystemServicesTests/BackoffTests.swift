import SystemServices
import Testing

@Suite struct BackoffTests {
    @Test func boundDoublesUpToItsLimit() {
        var delay = Backoff(first_s: 1, longest_s: 5)
        let bounds = (0..<4).map { _ in delay.next(1) }
        #expect(bounds == [1, 2, 4, 5])
        delay.reset()
        let least = delay.next(0)
        #expect(least == 0.1)
    }
}
