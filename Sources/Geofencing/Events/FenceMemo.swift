import Chronology

/// What is to be saved of one fence under one monitor. The record of it is made when somebody asks
/// for it: its texts are of no use to a judgement.
struct FenceMemo: BitwiseCopyable, Sendable {
    let fence: FenceNumber
    private let isPlainlyOutside: Bool
    fileprivate let state: FenceState

    /// - Parameters:
    ///   - dwell: the clock of its visit, as far as it counts.
    ///   - others: the last determinate fix of fences like it that have no state of their own, if they
    ///     are adrift.
    ///   - interruption: the last fix before the monitor paused, if it waits for the next one.
    init(
        of fence: FenceNumber, _ state: FenceState, dwell: DwellClock?, beside others: Adrift?,
        since interruption: Adrift?
    ) {
        self.fence = fence
        isPlainlyOutside = state.needsNoRecord(beside: others)
        var state = state
        state.dwell = dwell
        state.adrift = state.raw == .unknown ? nil : state.adrift ?? interruption
        self.state = state
    }

    /// The change of saved state: to a record, or to none where the fence is plainly outside.
    func change(at now: BootInstant, of watch: Watch) -> StateChange {
        let (monitor, fence) = (watch.monitor, watch.label(fence))
        return isPlainlyOutside
            ? .forgetFence(monitor: monitor.id, fence: fence.id)
            : .fence(FenceRecord(self, of: fence, under: monitor, at: now))
    }
}

extension FenceRecord {
    /// The saved form of a state.
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
            heldBack: state.heldBack.map(SavedCrossing.init),
            dwelt_s: state.dwell?.seconds(at: now) ?? 0, dwellsSent: state.dwell?.sent ?? 0,
            suppressedToggles: state.suppressedToggles, recordedAt_ns: now.nanoseconds,
            unknownSince: state.adrift?.saved)
    }
}
