import Chronology
public import Fixes
import Geodesy

/// The state that the engine needs to continue after a restart, as plain values.
public struct SavedState: Sendable, Hashable {
    /// One record per fence that is not plainly outside.
    public var fences: [FenceRecord] = []
    /// The status of each monitor whose status differs from its `autostart`.
    public var monitors: [String: MonitorStatus] = [:]
    /// The fences that each monitor has evaluated since it was started. Those fences are outside
    /// unless they have a record; all others are unknown.
    public var evaluated: [String: EvaluatedFences] = [:]
    /// The last accepted fix of each source.
    public var lastFixes: [String: LastFix] = [:]
    /// Kinds that were switched by a command: whether each is enabled.
    public var kinds: [FenceKind: Bool] = [:]
    /// For each source, the time of the newest fix that was evaluated as history, in nanoseconds
    /// since 1970. The engine neither reads nor changes it: history is evaluated separately.
    public var historyMarks: [String: Int64] = [:]

    /// Creates an empty state.
    public init() {}
}

/// A change of saved state.
public enum StateChange: Sendable, Hashable {
    /// Sets the record of a fence.
    indirect case fence(FenceRecord)
    /// Removes the record of a fence.
    case forgetFence(monitor: String, fence: String)
    /// Removes every record of a monitor.
    case forgetMonitor(String)
    /// Sets the status that the monitor has after a restart.
    case monitor(String, MonitorStatus)
    /// Sets the fences that the monitor has evaluated; nil when no class is evaluated completely.
    /// See `SavedState.evaluated`.
    case evaluated(String, EvaluatedFences?)
    /// Sets the last accepted fix of a source. It is saved together with the events and states of
    /// its monitors, not with every fix.
    case lastFix(LastFix, source: String)
    /// Switches a kind.
    case kind(FenceKind, Bool)
    /// Sets the time up to which fixes of a source were evaluated as history, in nanoseconds since
    /// 1970.
    case historyMark(Int64, source: String)
}
