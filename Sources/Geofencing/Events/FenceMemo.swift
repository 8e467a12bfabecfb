import Chronology

/// What is to be saved of one fence under one monitor. The record of it is made when somebody asks
/// for it: its texts are of no use to a judgement.
struct FenceMemo: BitwiseCopyable, Sendable {
    let fence: FenceNumber
    let isPlainlyOutside: Bool
    let settled: SettledState
    let heldBack: Crossing?
    let adrift: Adrift?

    /// - Parameters:
    ///   - dwell: the clock of its stay, as far as it counts.
    ///   - others: the last decisive fix of fences like it that have no state of their own, if they
    ///     are adrift.
    ///   - interruption: the last fix before the monitor paused, if it waits for the next one.
    init(
        of fence: FenceNumber, _ state: borrowing FenceState, dwell: DwellClock?,
        beside others: Adrift?, since interruption: Adrift?
    ) {
        self.fence = fence
        isPlainlyOutside = state.needsNoRecord(beside: others)
        var settled = state.settled
        settled.dwell = dwell
        self.settled = settled
        heldBack = state.heldBack
        adrift = state.raw == .unknown ? nil : state.adrift ?? interruption
    }

    /// Of a state of which nothing is open but maybe a change that is held back, with the clock of its stay
    /// as it counts.
    ///
    /// - Parameter adrift: the last fix before the monitor paused, if it waits for the next one.
    @inline(__always)
    init(
        of fence: FenceNumber, _ settled: SettledState, heldBack: Crossing? = nil,
        adrift: Adrift? = nil
    ) {
        self.fence = fence
        isPlainlyOutside = settled.isPlainlyOutside
        self.settled = settled
        self.heldBack = heldBack
        self.adrift = adrift
    }

    /// The change of saved state: to a record, or to none where the fence is plainly outside.
    func change(at now: BootInstant, of watch: Watch) -> StateChange {
        let (monitor, fence) = (watch.monitor, watch.label(fence))
        return isPlainlyOutside
            ? .forgetFence(monitor: monitor.name, fence: fence.id)
            : .fence(FenceRecord(self, of: fence, under: monitor, at: now))
    }
}

extension FenceRecord {
    /// The saved form of a state.
    init(_ memo: FenceMemo, of fence: FenceLabel, under monitor: MonitorLabel, at now: BootInstant)
    {
        let settled = memo.settled
        self.init(
            monitor: monitor.name, fence: fence.id, fenceHash: fence.hash(under: monitor),
            reported: settled.reported, raw: settled.raw,
            window_s: settled.window == .overdue ? 0 : settled.window.left_s(at: now),
            visit: settled.visit?.name(of: fence, under: monitor),
            enteredAt_ns: settled.visit?.enteredAt?.nanoseconds,
            rawChangedAt_ns: settled.changedAt?.nanoseconds,
            heldBack: memo.heldBack.map(SavedCrossing.init),
            dwelt_s: settled.dwell?.seconds(at: now) ?? 0, dwellsSent: settled.dwell?.sent ?? 0,
            suppressedToggles: settled.suppressedToggles, recordedAt_ns: now.nanoseconds,
            unknownSince: memo.adrift?.saved)
    }
}
