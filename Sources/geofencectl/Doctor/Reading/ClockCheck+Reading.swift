internal import ControlProtocol
internal import SystemServices

extension ClockCheck {
    /// The state according to the daemon, otherwise to timesyncd; other services cannot be queried.
    static func read(_ status: DaemonStatus?) -> ClockCheck {
        ClockCheck(isSynchronized: status?.clock_synchronized ?? Clocks.isSynchronized())
    }
}
