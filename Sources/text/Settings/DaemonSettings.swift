/// The settings of the daemon process. For nil, the daemon uses a default.
public struct DaemonSettings: Sendable, Hashable {
    /// The path of the control socket; nil for `control.sock` in the runtime directory.
    public var socket: String?
    /// The group whose members may control the daemon through the control socket.
    public var group = "geofenced"
    /// The group whose members may only read; nil for none.
    public var readGroup: String?
    /// The directory of events and state; nil for the state directory of the service.
    public var stateDirectory: String?
    /// The maximum number of retained events; nil for the default of the log.
    public var keptEvents: Int?
    /// The maximum size of the log in MiB; nil for the default of the log.
    public var kept_MiB: Int?
    /// Whether received fixes are recorded.
    public var record = true
    /// The maximum size of the recording in MiB.
    public var record_MiB = 64
    /// The age in days at which recorded data is removed.
    public var recordDays = 7

    /// Identifies this machine in its events; nil to derive it from the machine's id.
    public var device: String?

    /// Whether the system clock is trusted.
    public var wallClock = WallClockTrust.auto

    /// Creates the default settings.
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
