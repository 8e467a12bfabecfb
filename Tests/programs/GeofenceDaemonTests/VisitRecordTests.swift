import Chronology
import ControlProtocol
import Testing

@testable import EventStore
@testable import GeofenceDaemon

/// A visit has the duration that its events prove, and no longer one.
struct VisitRecordTests {
    private static let morning = "2026-11-21T07:00:00.000Z"
    private static let noon = "2026-11-21T12:00:00.000Z"

    private func event(_ type: EventType, with facts: (inout EventRecord) -> Void) -> StoredEvent {
        var record = EventRecord(seq: 0, event_id: ":0", type: type.rawValue)
        record.emitted_at = ""
        record.decided_at = Self.noon
        facts(&record)
        let time_ns = (record.crossed_at ?? record.decided_at)
            .flatMap(UTCInstant.init(rfc3339:))?.nanoseconds
        return StoredEvent(
            seq: 1, committed_ns: 0,
            event: NewEvent(
                type: type.rawValue, time_ns: time_ns, boot_ns: 0,
                payload: PackedRecord.pack(Wire.line(record))))
    }

    private func entered(with facts: (inout EventRecord) -> Void) -> StoredEvent {
        event(.entered, with: facts)
    }

    private func visit(
        _ entered: StoredEvent? = nil, exit facts: (inout EventRecord) -> Void
    ) -> VisitRecord {
        var visit = Visit(id: "v", first: 1, monitor: "m", fence: "f")
        visit.entered = entered
        visit.exited = event(.exited, with: facts)
        return VisitRecord(visit)
    }

    @Test func durationBetweenTwoCrossings() {
        let enter = entered {
            $0.crossed_at = Self.morning
            $0.crossed_at_error_s = 0.5
        }
        let visit = visit(enter) {
            $0.entered_at = Self.morning
            $0.crossed_at = "2026-11-21T07:01:00.500Z"
            $0.crossed_at_error_s = 0.25
        }
        #expect(visit.entered_at == Self.morning)
        #expect(visit.exited_at == "2026-11-21T07:01:00.500Z")
        #expect(visit.duration_s == 60.5)
        #expect(visit.duration_error_s == 0.75)
    }

    /// Gone at some time while the feed was lost: the whole absence is in doubt.
    @Test func durationToTheMiddleOfAnAbsence() {
        let visit = visit(entered { $0.crossed_at = Self.morning }) {
            $0.entered_at = Self.morning
            $0.crossed_at_error_s = 1500
            $0.late = true
            $0.bracket = .init(
                before: "2026-11-21T07:00:05.000Z", after: "2026-11-21T07:50:05.000Z")
        }
        #expect(visit.exited_at == "2026-11-21T07:25:05.000Z")
        #expect(visit.exited_at_error_s == 1500)
        #expect(visit.duration_s == 1505)
        #expect(visit.duration_error_s == 1500)
    }

    @Test func durationWithoutAnObservedStart() {
        let visit = visit(entered { $0.initial = true }) { $0.crossed_at = Self.noon }
        #expect(visit.entered_at == nil)
        #expect(visit.exited_at == Self.noon)
        #expect(visit.duration_s == nil)
    }

    @Test func durationUntilTheFenceWasRemoved() {
        let visit = visit(entered { $0.crossed_at = Self.morning }) {
            $0.entered_at = Self.morning
            $0.cause = "fence-removed"
        }
        #expect(visit.exited_at == Self.noon)
        #expect(visit.duration_s == 18_000)
    }

    @Test func durationAcrossATimeThatWasSetBack() {
        let enter = entered {
            $0.crossed_at = Self.noon
            $0.crossed_at_error_s = 1
        }
        let visit = visit(enter) {
            $0.entered_at = Self.noon
            $0.crossed_at = Self.morning
            $0.crossed_at_error_s = 1
        }
        #expect(visit.exited_at == Self.morning)
        #expect(visit.duration_s == nil)
        #expect(visit.duration_error_s == nil)
    }

    /// The entry has a time on another scale, so the exit does not know it; otherwise the visit
    /// would last five hours.
    @Test func durationAcrossATimeThatWasSetForward() {
        let visit = visit(entered { $0.crossed_at = Self.morning }) { $0.crossed_at = Self.noon }
        #expect(visit.entered_at == Self.morning)
        #expect(visit.exited_at == Self.noon)
        #expect(visit.duration_s == nil)
    }

    @Test func durationWithoutARetainedEnter() {
        let visit = visit {
            $0.entered_at = Self.morning
            $0.crossed_at = Self.noon
        }
        #expect(visit.entered_at == Self.morning)
        #expect(visit.duration_s == 18_000)
    }

    /// Inside already at the first fix: the visit lasted at least since then.
    @Test func minimumDurationStartsAtTheFirstFixInside() {
        let enter = entered {
            $0.initial = true
            $0.fix_time = "2026-11-21T11:59:03.000Z"
        }
        let visit = visit(enter) { $0.crossed_at = Self.noon }
        #expect(visit.entered_at == nil)
        #expect(visit.entered_before == "2026-11-21T11:59:03.000Z")
        #expect(visit.duration_s == nil)
        #expect(visit.duration_min_s == 57)
    }

    @Test func arrivalTimesAreUsedForFixesWithoutTime() {
        let enter = entered { $0.decided_at = nil }
        let visit = visit(enter) { $0.decided_at = nil }
        #expect(visit.entered_before == nil)
        #expect(visit.entered_emitted_at == "1970-01-01T00:00:00.000Z")
        #expect(visit.exited_emitted_at == "1970-01-01T00:00:00.000Z")
        #expect(visit.duration_min_s == nil)
    }
}
