import Chronology
import Fixes

extension FenceEvaluator {
    /// Saves the state of a fence, or removes its record if the fence is plainly outside.
    func save(
        _ number: FenceNumber, _ state: FenceState, settings: Int,
        in catalog: FenceCatalog, into sink: inout Sink
    ) {
        sink.eventContext(of: rules.label, rules.index, in: catalog)
        guard !state.needsNoRecord(beside: states.defaults[settings].unknownSince) else {
            return sink.outbox.save(
                .forgetFence(monitor: rules.label.id, fence: catalog.id(number)))
        }
        let record = record(
            of: number, state, settings: settings, after: sink.lastFix,
            staleLimit_s: sink.staleLimit_s, at: sink.now, in: catalog)
        sink.outbox.save(.fence(record))
    }

    /// The record to save for a fence in that state, at an instant after the last fix.
    func record(
        of number: FenceNumber, _ state: FenceState, settings: Int,
        after lastFix: AcceptedFix?, staleLimit_s: Double, at now: BootInstant,
        in catalog: FenceCatalog
    ) -> FenceRecord {
        let (monitor, fence) = (rules.label, catalog.label(number))
        let dwell = rules.dwellToSave(
            state.dwell, settings: settings, heldSince: state.heldSince, after: lastFix,
            staleLimit_s: staleLimit_s, at: now)
        var record = FenceRecord(
            monitor: monitor.id, fence: fence.id, fenceHash: fence.hash(under: monitor),
            reported: state.reported, raw: state.raw)
        record.window_s = state.window == .overdue ? 0 : state.window.left_s(at: now)
        record.visit = state.visit?.name(of: fence, under: monitor)
        record.enteredAt_ns = state.visit?.enteredAt?.nanoseconds
        record.rawChangedAt_ns = state.changedAt?.nanoseconds
        record.suppressed = state.suppressed.map(SavedCrossing.init)
        (record.dwelt_s, record.dwellsSent) = (dwell?.seconds(at: now) ?? 0, dwell?.sent ?? 0)
        record.suppressedToggles = state.suppressedToggles
        record.recordedAt_ns = now.nanoseconds
        if state.raw != .unknown {
            record.unknownSince = (state.unknownSince ?? interruption)?.saved
        }
        return record
    }
}
