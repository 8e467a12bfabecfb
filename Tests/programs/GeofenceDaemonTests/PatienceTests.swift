import Chronology
import ControlProtocol
import NIOCore
import Positioning
import SystemServices
import Testing

@testable import GeofenceDaemon

@Suite struct PatienceTests {
    @Test func backoffDoublesUpToALimit() {
        var backoff = Backoff.device
        #expect((0..<5).map { _ in backoff.next() } == [1, 2, 4, 5, 5].map { .seconds($0) })
        backoff.reset()
        #expect(backoff.next() == .seconds(1))
    }

    @Test func stateIsReportedOnceAMinute() {
        let log = Log()
        #expect(log.reports(.fix, at: 0))
        #expect(!log.reports(.fix, at: 1), "nothing new")
        #expect(log.reports(.nofix, at: 2))
        #expect(!log.reports(.fix, at: 3), "reported less than a minute ago")
        #expect(log.reports(.fix, at: 60))
        #expect(!log.reports(.opening, at: 70), "a transient state")
        #expect(log.reports(.nofix, at: 71))
        #expect(!log.reports(.fix, at: 72), "reported less than a minute ago")
    }

    @Test func suppressedStateThatLastsIsReportedAfterTheMinute() {
        let log = Log()
        #expect(log.reports(.fix, at: 0))
        #expect(log.reports(.absent, at: 10))
        #expect(log.news.nextDeadline == nil)
        #expect(!log.reports(.fix, at: 14))
        #expect(log.news.nextDeadline == instant(60))
        #expect(log.news.takeDue(at: instant(59)) == [])
        #expect(log.news.takeDue(at: instant(60)) == ["gps"])
        #expect(
            log.news.nextDeadline == nil, "a source that is gone by then is not reported again")
        #expect(log.reports(.fix, at: 60))
        #expect(log.news.nextDeadline == nil)
    }

    @Test func suppressedStateThatHasEndedIsNotReported() {
        let log = Log()
        #expect(log.reports(.fix, at: 0))
        #expect(log.reports(.nofix, at: 10))
        #expect(!log.reports(.fix, at: 14))
        #expect(!log.reports(.nofix, at: 15), "the last reported state")
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

/// The reports of one source in the log.
private final class Log {
    var news = SourceReports()

    /// Whether the state of the source since that second is reported.
    func reports(_ state: SourceHealth.State, at second: Int64) -> Bool {
        news.isDue(state, of: "gps", at: instant(second))
    }
}
