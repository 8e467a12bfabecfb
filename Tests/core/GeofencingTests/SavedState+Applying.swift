import Geofencing

extension SavedState {
    /// The state with a change, as a store keeps it.
    mutating func apply(_ change: StateChange) {
        switch change {
        case .fence(let record):
            apply(.forgetFence(monitor: record.monitor, fence: record.fence))
            fences.append(record)
        case .forgetFence(let monitor, let fence):
            fences.removeAll { $0.monitor == monitor && $0.fence == fence }
        case .forgetMonitor(let monitor):
            fences.removeAll { $0.monitor == monitor }
            evaluated[monitor] = nil
        case .monitor(let name, let status): monitors[name] = status
        case .evaluated(let monitor, let fences): evaluated[monitor] = fences
        case .lastFix(let fix, let source): lastFixes[source] = fix
        case .kind(let kind, let isEnabled): kinds[kind] = isEnabled
        case .historyMark(let time_ns, let source): historyMarks[source] = time_ns
        }
    }
}
