/// The settings of the daemon process; nil leaves the choice to the daemon.
public struct DaemonSettings: Sendable, Hashable {
    /// The path of the control socket; nil is `control.sock` in the runtime directory.
    public var socket: String?
    /// The group whose members may control the daemon through the control socket.
    public var group = "geofenced"
    /// The group whose members may only read; nil for none.
    public var readGroup: String?
    /// The directory of events and state; nil is the state directory of the service.
    public var stateDirectory: String?
    /// The limit on retained events; nil is the default of the log.
    public var keptEvents: Int?
    /// The limit on the size of the log, MiB; nil is the default of the log.
    public var kept_MiB: Int?
    /// Whether the fixes that come in are recorded.
    public var record = true
    /// Size of the recording at most, MiB.
    public var record_MiB = 64
    /// Days after which what is recorded is removed.
    public var recordDays = 7

    /// Distinguishes the events of this machine from those of others; nil is made of the machine's id.
    public var device: String?

    /// Whether the wall clock is right.
    public var wallClock = WallClockTrust.auto

    /// The default settings.
    public init() {}
}

/// When the system clock is trusted, so that receivers' dates can be checked against it.
public enum WallClockTrust: String, Sendable, Hashable, CaseIterable {
    /// When systemd-timesyncd has synchronized it.
    case auto
    /// Always.
    case trusted
    /// Never.
    case untrusted
}
