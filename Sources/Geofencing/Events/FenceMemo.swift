import Chronology

/// The state of one fence under one monitor, to be saved. Its record is made only when it is read,
/// because an evaluation does not need the texts of the record.
struct FenceMemo: BitwiseCopyable, Sendable {
    let fence: FenceNumber
    private let isPlainlyOutside: Bool
    fileprivate let state: FenceState

    /// - Parameters:
    ///   - dwell: the dwell clock to save.
    ///   - others: the last determinate fix of similar fences without a state of their own, if
    ///     their state is unknown since then.
    ///   - interruption: the last fix before the monitor paused, if the monitor waits for the next
    ///     fix.
    init(
        of fence: FenceNumber, _ state: FenceState, dwell: DwellClock?,
        beside others: UnknownSince?,
        since interruption: UnknownSince?
    ) {
        self.fence = fence
        isPlainlyOutside = state.needsNoRecord(beside: others)
        var state = state
        state.dwell = dwell
        state.unknownSince = state.raw == .unknown ? nil : state.unknownSince ?? interruption
        self.state = state
    }

    /// The change of saved state: sets the record, or removes it if the fence is plainly outside.
    func change(at now: BootInstant, of watch: Watch) -> StateChange {
        let (monitor, fence) = (watch.monitor, watch.label(fence))
        return isPlainlyOutside
            ? .forgetFence(monitor: monitor.id, fence: fence.id)
            : .fence(FenceRecord(self, of: fence, under: monitor, at: now))
    }
}

extension FenceRecord {
    /// The record of a state.
    init(_ memo: FenceMemo, of fence: FenceLabel, under monitor: MonitorLabel, at now: BootInstant)
    {
        let state = memo.state
        self.init(
            monitor: monitor.id, fence: fence.id, fenceHash: fence.hash(under: monitor),
            reported: state.reported, raw: state.raw,
            window_s: state.window == .overdue ? 0 : state.window.left_s(at: now),
            visit: state.visit?.name(of: fence, under: monitor),
            enteredAt_ns: state.visit?.enteredAt?.nanoseconds,
            rawChangedAt_ns: state.changedAt?.nanoseconds,
            suppressed: state.suppressed.map(SavedCrossing.init),
            dwelt_s: state.dwell?.seconds(at: now) ?? 0, dwellsSent: state.dwell?.sent ?? 0,
            suppressedToggles: state.suppressedToggles, recordedAt_ns: now.nanoseconds,
            unknownSince: state.unknownSince?.saved)
    }
}
