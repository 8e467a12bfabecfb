internal import ControlProtocol
internal import SystemServices

extension ClockCheck {
    /// Reads the state from the daemon, otherwise from timesyncd; other services cannot be queried.
    static func read(_ status: DaemonStatus?) -> ClockCheck {
        ClockCheck(isSynchronized: status?.clock_synchronized ?? Clocks.isSynchronized())
    }
}
