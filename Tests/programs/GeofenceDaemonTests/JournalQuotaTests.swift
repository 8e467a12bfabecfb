import Chronology
import ControlProtocol
import Testing

@testable import GeofenceDaemon

@Suite struct JournalQuotaTests {
    private var quota = JournalQuota()

    private mutating func verdict(
        _ type: EventType, _ source: String? = "gps", at second: Int64
    ) -> JournalQuota.Verdict {
        quota.verdict(
            type.rawValue, source: source, at: BootInstant(nanoseconds: second * 1_000_000_000))
    }

    /// A receiver whose cable makes contact every twenty seconds and loses it again.
    @Test mutating func faultGivesAtMostSixtyEntriesAnHour() {
        var lines = [Int64: Int]()
        for second in stride(from: Int64(0), to: 8 * 3600, by: 10) {
            for type in [EventType.sourceChanged, .feedStale, .sourceChanged, .feedResumed]
            where verdict(type, at: second) != .leaveOut {
                lines[second / 3600, default: 0] += 1
            }
        }
        #expect(lines.count == 8)
        #expect(lines.values.allSatisfy { $0 > 0 && $0 <= 60 }, "\(lines)")
    }

    @Test mutating func lastEntryOfAnHourAnnouncesOmittedOnes() {
        let verdicts = (0..<20).map { verdict(.feedStale, at: $0) }
        #expect(verdicts.count { $0 == .write } == JournalQuota.perHour - 1)
        #expect(verdicts[JournalQuota.perHour - 1] == .writeAsLast)
        #expect(verdicts[JournalQuota.perHour...].allSatisfy { $0 == .leaveOut })
        #expect(verdict(.feedStale, at: 3600) == .write)
    }

    @Test mutating func everySourceAndKindHasItsOwnQuota() {
        for _ in 0..<100 { _ = verdict(.feedStale, at: 0) }
        #expect(verdict(.feedStale, "other", at: 1) == .write)
        #expect(verdict(.feedResumed, at: 1) == .write)
    }

    @Test mutating func eventsOfFencesAreAlwaysWritten() {
        for type in [EventType.entered, .exited, .dwelled, .fenceAdded, .monitorFailed] {
            for second in 0..<100 { #expect(verdict(type, at: Int64(second)) == .write) }
        }
    }
}
