import ControlProtocol
import Fixes
import Testing

@testable import GeofenceDaemon

/// The results of pushed fixes, from the counts of their source.
struct PushVerdictTests {
    private func health(_ accepted: Int, _ refused: [FixRefusal: Int] = [:]) -> FeedHealth {
        var health = FeedHealth()
        (health.accepted, health.refused) = (accepted, refused)
        return health
    }

    private func answer(_ verdict: PushVerdict) -> SourcePushed {
        var pushed = SourcePushed(accepted: verdict.fixes)
        verdict.tell(in: &pushed)
        return pushed
    }

    @Test func refusedFixesAreCountedByReason() {
        var verdict = PushVerdict()
        verdict.fixes = 5
        verdict.count(from: health(7, [.tooFast: 1]), to: health(8, [.tooFast: 2]))
        verdict.count(from: health(8, [.tooFast: 2]), to: health(9, [.tooFast: 2, .outOfLine: 2]))
        let pushed = answer(verdict)
        #expect(pushed.evaluated == 2)
        #expect(pushed.refused?.map(\.reason) == ["late", "too-fast"])
        #expect(pushed.refused?.map(\.count) == [2, 1])
        #expect(pushed.refused?.first?.message == FixRefusal.outOfLine.words)
        #expect(pushed.waiting == nil)
    }

    @Test func fixesWaitingForLateOnesAreCounted() {
        var verdict = PushVerdict()
        verdict.fixes = 3
        verdict.count(from: health(0), to: health(1))
        #expect(answer(verdict).waiting == 2)
        #expect(answer(verdict).refused == nil)
    }

    @Test func fixThatCompletesAnotherDoesNotWait() {
        var verdict = PushVerdict()
        verdict.fixes = 2
        var after = health(1)
        after.completed = 1
        verdict.count(from: health(0), to: after)
        #expect(answer(verdict).evaluated == 1 && answer(verdict).completed == 1)
        #expect(answer(verdict).waiting == nil)
    }

    /// Waiting fixes of an earlier request, which these release, are not counted.
    @Test func countsDoNotExceedTheFixes() {
        var verdict = PushVerdict()
        verdict.fixes = 1
        verdict.count(from: health(0), to: health(4))
        #expect(answer(verdict).evaluated == 1)
        #expect(answer(verdict).waiting == nil)
    }
}
