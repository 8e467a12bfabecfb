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
        var news = SourceNews()
        func tell(_ state: SourceState, at second: Int64) -> Bool {
            news.isWorthTelling(state, of: "gps", at: at(second))
        }
        #expect(tell(.fix, at: 0))
        #expect(!tell(.fix, at: 1), "nothing new")
        #expect(tell(.nofix, at: 2))
        #expect(!tell(.fix, at: 3), "told less than a minute ago")
        #expect(tell(.fix, at: 60))
        #expect(!tell(.opening, at: 70), "passes by itself")
        #expect(tell(.nofix, at: 71))
        #expect(!tell(.fix, at: 72), "told less than a minute ago")
    }

    @Test func aStateThatWasHeldBackAndLastsIsToldWhenTheMinuteIsOver() {
        var news = SourceNews()
        func tell(_ state: SourceState, at second: Int64) -> Bool {
            news.isWorthTelling(state, of: "gps", at: at(second))
        }
        #expect(tell(.fix, at: 0))
        #expect(tell(.absent, at: 10))
        #expect(news.nextDeadline == nil)
        #expect(!tell(.fix, at: 14))
        #expect(news.nextDeadline == at(60))
        #expect(news.takeDue(at: at(59)) == [])
        #expect(news.takeDue(at: at(60)) == ["gps"])
        #expect(news.nextDeadline == nil, "a source that is gone by then is not asked for again")
        #expect(tell(.fix, at: 60))
        #expect(news.nextDeadline == nil)
    }

    @Test func aStateThatWasHeldBackAndIsOverIsNotTold() {
        var news = SourceNews()
        func tell(_ state: SourceState, at second: Int64) -> Bool {
            news.isWorthTelling(state, of: "gps", at: at(second))
        }
        #expect(tell(.fix, at: 0))
        #expect(tell(.nofix, at: 10))
        #expect(!tell(.fix, at: 14))
        #expect(!tell(.nofix, at: 15), "what the log says last")
        #expect(news.nextDeadline == nil)
    }

    private func at(_ second: Int64) -> BootInstant {
        BootInstant(nanoseconds: second * 1_000_000_000)
    }

    @Test func everyTypeOfEventHasItsOwnMessageID() {
        let ids = EventType.allCases.map(MessageID.of) + [MessageID.reload, MessageID.startFailed]
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }
}
