internal import ControlProtocol

/// The check whether the daemon responds, or why systemd does not run it.
struct DaemonCheck {
    /// The daemon's status, or the failure to get it.
    var answer: Result<DaemonStatus, CommandFailure>
    /// The unit; nil where systemd does not run or does not answer.
    var unit: UnitState?

    /// The finding for it.
    var finding: Finding {
        switch answer {
        case .success(let status):
            return .ok("daemon", "geofenced \(status.version) answers, pid \(status.pid).")
        case .failure(let failure):
            // A daemon that refuses or is too slow is running: systemd cannot explain that.
            guard failure.status == .unreachable, let unit else {
                return .fail("daemon", failure.message, fix: failure.hint)
            }
            if let fault = unit.fault(of: "geofenced") {
                return .fail("daemon", fault.message, fix: fault.fix)
            }
            return .fail(
                "daemon", "The unit geofenced.service is active, but \(lower(failure.message))",
                fix: "Give the socket of its configuration with --socket or GEOFENCED_SOCKET;"
                    + " where its file was removed: sudo systemctl restart geofenced")
        }
    }

    private func lower(_ sentence: String) -> String {
        sentence.prefix(1).lowercased() + sentence.dropFirst()
    }
}
