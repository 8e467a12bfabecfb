/// What the daemon as a process needs; nil leaves the choice to the daemon's surroundings.
public struct DaemonSettings: Sendable, Hashable {
    /// The path of the control socket; nil is `control.sock` in the runtime directory.
    public var socket: String?
    /// The group whose members operate the daemon by the control socket.
    public var group = "geofenced"
    /// A group whose members may read, but not change anything; nil is none.
    public var readGroup: String?
    /// Where events and state are kept; nil is the state directory of the service.
    public var stateDirectory: String?
    /// Events that the log keeps at most; nil leaves it to the log.
    public var keptEvents: Int?
    /// Size of the log at most, MiB; nil leaves it to the log.
    public var kept_MiB: Int?
    /// Whether the fixes that come in are recorded.
    public var record = true
    /// Size of the recording at most, MiB.
    public var record_MiB = 64
    /// Days after which what is recorded is removed.
    public var recordDays = 7

    /// Whether the wall clock is right.
    public var wallClock = WallClockTrust.auto

    /// Settings at their defaults.
    public init() {}
}

/// What tells whether the wall clock is right, so that the dates of receivers can be held against it.
public enum WallClockTrust: String, Sendable, Hashable, CaseIterable {
    /// It is right when systemd-timesyncd has set it.
    case auto
    /// It is always right.
    case trusted
    /// It is never known to be right.
    case untrusted
}
