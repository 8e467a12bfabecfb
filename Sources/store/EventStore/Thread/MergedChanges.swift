import Fixes
import Geofencing

/// The changes of state of events that were dropped before they were stored: the last one for each
/// key, however many are added.
struct MergedChanges: Sendable {
    private var fences: [FenceKey: StateChange] = [:]
    private var forgotten: Set<String> = []
    private var monitors: [String: MonitorStatus] = [:]
    private var evaluated: [String: EvaluatedFences?] = [:]
    private var lastFixes: [String: LastFix] = [:]
    private var kinds: [FenceKind: Bool] = [:]
    private var historyMarks: [String: Int64] = [:]

    /// Adds the changes of a batch; later changes replace earlier ones.
    mutating func add(_ batch: EventBatch) {
        for change in batch.changes { add(change) }
    }

    private mutating func add(_ change: StateChange) {
        switch change {
        case .fence(let record):
            fences[FenceKey(monitor: record.monitor, fence: record.fence)] = change
        case .forgetFence(let monitor, let fence):
            fences[FenceKey(monitor: monitor, fence: fence)] = change
        case .forgetMonitor(let monitor):
            fences = fences.filter { $0.key.monitor != monitor }
            evaluated[monitor] = nil
            forgotten.insert(monitor)
        case .monitor(let monitor, let status):
            monitors[monitor] = status
        case .evaluated(let monitor, let fences):
            evaluated.updateValue(fences, forKey: monitor)
        case .lastFix(let fix, let source):
            lastFixes[source] = fix
        case .kind(let kind, let isEnabled):
            kinds[kind] = isEnabled
        case .historyMark(let time_ns, let source):
            historyMarks[source] = time_ns
        }
    }

    /// The merged changes, one for each fence, monitor, source and kind.
    var changes: [StateChange] {
        forgotten.map(StateChange.forgetMonitor) + fences.values
            + monitors.map(StateChange.monitor)
            + evaluated.map(StateChange.evaluated)
            + lastFixes.map { StateChange.lastFix($0.value, source: $0.key) }
            + kinds.map(StateChange.kind)
            + historyMarks.map { StateChange.historyMark($0.value, source: $0.key) }
    }
}
