public import Chronology
import Geodesy

/// What the engine needs to go on after a restart, as plain values.
public struct SavedState: Sendable, Hashable {
    /// One record per fence that is not plainly outside.
    public var fences: [FenceRecord] = []
    /// Monitors whose status differs from what their `autostart` says.
    public var monitors: [String: MonitorStatus] = [:]
    /// Monitors that have judged their fences since they were started, each with what it judged:
    /// those fences are outside where they have no record, all others unknown.
    public var judged: [String: JudgedFences] = [:]
    /// The last accepted fix of each source.
    public var lastFixes: [String: LastFix] = [:]
    /// Kinds that were switched at run time.
    public var kinds: [FenceKind: Bool] = [:]
    /// The time of the newest fix of a source that was evaluated as history, nanoseconds since 1970. The
    /// engine neither reads nor changes it: history is evaluated beside it.
    public var historyMarks: [String: Int64] = [:]

    /// A state that holds nothing.
    public init() {}
}

/// A change of saved state.
public enum StateChange: Sendable, Hashable {
    /// The record of this fence is now this.
    indirect case fence(FenceRecord)
    /// The fence has no record any more.
    case forgetFence(monitor: String, fence: String)
    /// Every record of the monitor is gone.
    case forgetMonitor(String)
    /// The monitor's status to restore.
    case monitor(String, MonitorStatus)
    /// The monitor has judged these fences, or nil for none any more; see `SavedState.judged`.
    case judged(String, JudgedFences?)
    /// The last accepted fix of a source; sent with what its monitors tell or have saved of fences,
    /// not with every fix.
    case lastFix(LastFix, source: String)
    /// A kind was switched.
    case kind(FenceKind, Bool)
    /// Fixes of a source were evaluated as history up to that time, nanoseconds since 1970.
    case historyMark(Int64, source: String)
}

/// The last accepted fix of a source.
public struct LastFix: BitwiseCopyable, Sendable, Hashable, Codable {
    /// Degrees north.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// When the receiver was there, nanoseconds since 1970; nil when unknown.
    public var time_ns: Int64?
    /// When it was accepted, boot clock nanoseconds.
    public var boot_ns: Int64
    /// The start of the machine that these count from; nil when unknown.
    public var boot: BootID?

    /// A place and its times.
    public init(
        latitude: Double, longitude: Double, time_ns: Int64?, boot_ns: Int64, boot: BootID? = nil
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.time_ns = time_ns
        self.boot_ns = boot_ns
        self.boot = boot
    }

    init(_ fix: AcceptedFix, in boot: BootID?) {
        let position = fix.update.position
        self.init(
            latitude: position.latitude, longitude: position.longitude,
            time_ns: fix.update.time?.nanoseconds, boot_ns: fix.boot.nanoseconds, boot: boot)
    }

    /// Whether the machine has not been started anew since. Where it is not known which start either
    /// was, a boot clock that shows less than it did then tells that it has.
    func isOf(_ boot: BootID?, at now: BootInstant) -> Bool {
        let isOther = self.boot != nil && boot != nil && self.boot != boot
        return !isOther && boot_ns <= now.nanoseconds
    }
}
