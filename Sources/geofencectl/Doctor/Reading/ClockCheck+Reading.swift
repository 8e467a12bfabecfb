internal import ControlProtocol

extension ClockCheck {
    /// The daemon's word, else what timesyncd says; other services leave no trace to read.
    static func read(_ status: DaemonStatus?) -> ClockCheck {
        if let known = status?.clock_synchronized { return ClockCheck(isSynchronized: known) }
        let folder = "/run/systemd/timesync"
        if Directory.exists("\(folder)/synchronized") { return ClockCheck(isSynchronized: true) }
        return ClockCheck(isSynchronized: Directory.exists(folder) ? false : nil)
    }
}
