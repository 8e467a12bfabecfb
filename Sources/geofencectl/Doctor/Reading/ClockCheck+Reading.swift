internal import ControlProtocol
internal import SystemServices

extension ClockCheck {
    /// The state according to the daemon, otherwise to timesyncd; other services cannot be queried.
    static func read(_ status: DaemonStatus?) -> ClockCheck {
        if let known = status?.clock_synchronized { return ClockCheck(isSynchronized: known) }
        let folder = "/run/systemd/timesync"
        if Directory.exists("\(folder)/synchronized") { return ClockCheck(isSynchronized: true) }
        return ClockCheck(isSynchronized: Directory.exists(folder) ? false : nil)
    }
}
