import Chronology

/// What is to be saved of one fence under one monitor. The record of it is made when somebody asks
/// for it: its texts are of no use to a judgement.
///
/// An object, so that it is passed on in one word.
public final class FenceMemo: Sendable {
    let monitor: Boxed<MonitorLabel>
    let fence: FenceLabel
    /// The hash of the monitor's rules.
    let rulesHash: StableHash
    let state: FenceState
    /// The instant of the state.
    let now: BootInstant

    init(
        of fence: FenceLabel, under monitor: Boxed<MonitorLabel>, rulesHash: StableHash,
        state: FenceState, now: BootInstant
    ) {
        self.monitor = monitor
        self.fence = fence
        self.rulesHash = rulesHash
        self.state = state
        self.now = now
    }

    /// The change of saved state: to a record, or to none where the fence is plainly outside.
    public var change: StateChange {
        state.isPlainlyOutside(adrift: state.adrift)
            ? .forgetFence(monitor: monitor.value.name, fence: fence.id) : .fence(record)
    }

    /// The saved form of the state.
    var record: FenceRecord {
        FenceRecord(
            monitor: monitor.value.name, fence: fence.id, fenceHash: fence.hash(under: rulesHash),
            reported: state.reported, raw: state.raw,
            window_s: state.window == .overdue ? 0 : state.window.left_s(at: now),
            visit: state.visit?.id, enteredAt_ns: state.visit?.enteredAt?.nanoseconds,
            rawChangedAt_ns: state.changedAt?.nanoseconds,
            dwelt_s: state.dwell?.seconds(at: now) ?? 0, dwellsSent: state.dwell?.sent ?? 0,
            suppressedToggles: state.suppressedToggles, recordedAt_ns: now.nanoseconds)
    }
}

extension FenceMemo: Hashable {
    /// Whether both ask for the same change.
    public static func == (left: FenceMemo, right: FenceMemo) -> Bool {
        left.change == right.change
    }

    /// Takes in what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(change) }
}
