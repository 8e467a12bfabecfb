import Chronology
import ControlProtocol
import NIOCore
import Positioning
import Testing

@testable import GeofenceDaemon

@Suite struct PatienceTests {
    @Test func waitsTwiceAsLongEachTimeUpToALimit() {
        var backoff = Backoff.device
        #expect((0..<5).map { _ in backoff.take() } == [1, 2, 4, 5, 5].map { .seconds($0) })
        backoff.reset()
        #expect(backoff.take() == .seconds(1))
    }

    @Test func aStateIsToldOnceAMinute() {
        let log = Log()
        #expect(log.hears(.fix, at: 0))
        #expect(!log.hears(.fix, at: 1), "nothing new")
        #expect(log.hears(.nofix, at: 2))
        #expect(!log.hears(.fix, at: 3), "told less than a minute ago")
        #expect(log.hears(.fix, at: 60))
        #expect(!log.hears(.opening, at: 70), "passes by itself")
        #expect(log.hears(.nofix, at: 71))
        #expect(!log.hears(.fix, at: 72), "told less than a minute ago")
    }

    @Test func aStateThatWasHeldBackAndLastsIsToldWhenTheMinuteIsOver() {
        let log = Log()
        #expect(log.hears(.fix, at: 0))
        #expect(log.hears(.absent, at: 10))
        #expect(log.news.nextDeadline == nil)
        #expect(!log.hears(.fix, at: 14))
        #expect(log.news.nextDeadline == instant(60))
        #expect(log.news.takeDue(at: instant(59)) == [])
        #expect(log.news.takeDue(at: instant(60)) == ["gps"])
        #expect(
            log.news.nextDeadline == nil, "a source that is gone by then is not asked for again")
        #expect(log.hears(.fix, at: 60))
        #expect(log.news.nextDeadline == nil)
    }

    @Test func aStateThatWasHeldBackAndIsOverIsNotTold() {
        let log = Log()
        #expect(log.hears(.fix, at: 0))
        #expect(log.hears(.nofix, at: 10))
        #expect(!log.hears(.fix, at: 14))
        #expect(!log.hears(.nofix, at: 15), "what the log says last")
        #expect(log.news.nextDeadline == nil)
    }

    @Test func everyTypeOfEventHasItsOwnMessageID() {
        let ids = EventType.allCases.map(MessageID.of) + [MessageID.reload, MessageID.startFailed]
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }
}

private func instant(_ second: Int64) -> BootInstant {
    BootInstant(nanoseconds: second * 1_000_000_000)
}

/// What the log is told of one source.
private final class Log {
    var news = SourceReports()

    /// Whether it is told that the source is in that state since that second.
    func hears(_ state: SourceState, at second: Int64) -> Bool {
        news.isDue(state, of: "gps", at: instant(second))
    }
}
