import Composition
import ControlProtocol
import Testing

@Suite struct ReplayComparisonTests {
    /// A record of an event decided so many seconds after eight o'clock.
    private func record(_ type: String, _ seconds: Int, fence: String = "yard") -> EventRecord {
        let minute = String(100 + seconds / 60).dropFirst()
        let second = String(100 + seconds % 60).dropFirst()
        var record = EventRecord(seq: Int64(seconds), event_id: "replay:\(seconds)", type: type)
        record.monitor = "m"
        record.fence = fence
        record.decided_at = "2026-11-21T08:\(minute):\(second).000Z"
        return record
    }

    @Test func equalReplaysHaveNoDifferences() {
        let records = [record("entered", 0), record("exited", 40), record("entered", 90)]
        let comparison = ReplayComparison(before: records, after: records)
        #expect(comparison.unchangedCount == 3)
        #expect(comparison.gained.isEmpty && comparison.lost.isEmpty && comparison.moved.isEmpty)
    }

    @Test func gainedAndLostTransitionsAreFound() {
        let before = [record("entered", 0), record("exited", 40)]
        let after = [record("entered", 0), record("entered", 10, fence: "shed")]
        let comparison = ReplayComparison(before: before, after: after)
        #expect(comparison.lost == [before[1]])
        #expect(comparison.gained == [after[1]])
        #expect(comparison.unchangedCount == 1)
    }

    @Test func nearestTransitionsAreMatchedWithTheirShift() {
        let before = [record("exited", 0), record("exited", 100)]
        let after = [record("exited", 90)]
        let comparison = ReplayComparison(before: before, after: after)
        #expect(comparison.lost == [before[0]])
        #expect(comparison.moved.map(\.shift_s) == [-10])
        #expect(comparison.gained.isEmpty)
    }

    @Test func transitionsTooFarApartAreNotMatched() {
        let comparison = ReplayComparison(
            before: [record("exited", 0)], after: [record("exited", 601)])
        #expect(comparison.lost.count == 1 && comparison.gained.count == 1)
    }

    @Test func diagnosticsAreIgnored() {
        let comparison = ReplayComparison(before: [record("feed-stale", 0)], after: [])
        #expect(comparison.lost.isEmpty)
    }
}
