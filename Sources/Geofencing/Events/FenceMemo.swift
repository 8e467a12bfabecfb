import Chronology

/// What is to be saved of one fence under one monitor. The record of it is made when somebody asks
/// for it: its texts are of no use to a judgement.
struct FenceMemo: BitwiseCopyable, Sendable {
    let fence: FenceNumber
    let isPlainlyOutside: Bool
    let reported: FenceRecord.Side
    let raw: FenceRecord.Side
    let window: IgnoreWindow
    let changedAt: UTCInstant?
    let visit: Visit?
    let dwell: DwellClock?
    let suppressedToggles: Int
    let heldBack: Crossing?
    let adrift: Adrift?

    /// - Parameters:
    ///   - dwell: the clock of its stay, as far as it counts.
    ///   - others: the last decisive fix of fences like it that have no state of their own, if they
    ///     are adrift.
    ///   - interruption: the last fix before the monitor paused, if it waits for the next one.
    @inline(__always)
    init(
        of fence: FenceNumber, _ state: borrowing FenceState, dwell: DwellClock?,
        beside others: Adrift?, since interruption: Adrift?
    ) {
        self.fence = fence
        isPlainlyOutside = state.needsNoRecord(beside: others)
        reported = state.reported
        raw = state.raw
        window = state.window
        changedAt = state.changedAt
        visit = state.visit
        self.dwell = dwell
        suppressedToggles = state.suppressedToggles
        heldBack = state.heldBack
        adrift = state.raw == .unknown ? nil : state.adrift ?? interruption
    }

    /// The change of saved state: to a record, or to none where the fence is plainly outside.
    func change(at occasion: Occasion) -> StateChange {
        let (monitor, fence) = (occasion.monitor, occasion.label(fence))
        return isPlainlyOutside
            ? .forgetFence(monitor: monitor.name, fence: fence.id)
            : .fence(FenceRecord(self, of: fence, under: monitor, at: occasion.now))
    }
}

extension FenceRecord {
    /// The saved form of a state.
    init(_ memo: FenceMemo, of fence: FenceLabel, under monitor: MonitorLabel, at now: BootInstant)
    {
        self.init(
            monitor: monitor.name, fence: fence.id, fenceHash: fence.hash(under: monitor),
            reported: memo.reported, raw: memo.raw,
            window_s: memo.window == .overdue ? 0 : memo.window.left_s(at: now),
            visit: memo.visit?.name(of: fence, under: monitor),
            enteredAt_ns: memo.visit?.enteredAt?.nanoseconds,
            rawChangedAt_ns: memo.changedAt?.nanoseconds,
            heldBack: memo.heldBack.map(SavedCrossing.init),
            dwelt_s: memo.dwell?.seconds(at: now) ?? 0, dwellsSent: memo.dwell?.sent ?? 0,
            suppressedToggles: memo.suppressedToggles, recordedAt_ns: now.nanoseconds,
            unknownSince: memo.adrift?.saved)
    }
}
