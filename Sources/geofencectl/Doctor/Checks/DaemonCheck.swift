internal import ControlProtocol

/// Does the daemon answer? If not, how does systemd see it?
struct DaemonCheck {
    /// What systemd says of a unit.
    struct Unit: Equatable {
        /// `LoadState`: `loaded`, `not-found`, `masked`, …
        var load: String
        /// `ActiveState`: `active`, `inactive`, `failed`, `activating`, …
        var active: String
        /// `Result`: `success`, `exit-code`, `watchdog`, …
        var result: String
    }

    /// The daemon's status, or why there is none.
    var answer: Result<DaemonStatus, CommandFailure>
    /// The unit; nil where systemd does not run or does not answer.
    var unit: Unit?

    /// What is to be said of it.
    var finding: Finding {
        switch answer {
        case .success(let status):
            return .ok("daemon", "geofenced \(status.version) answers, pid \(status.pid).")
        case .failure(let failure):
            // A daemon that refuses or is too slow is there: systemd knows nothing better.
            guard failure.status == .unreachable, let unit else {
                return .fail("daemon", failure.message, fix: failure.hint)
            }
            return judge(unit, failure)
        }
    }

    private func judge(_ unit: Unit, _ failure: CommandFailure) -> Finding {
        switch (unit.load, unit.active) {
        case ("not-found", _):
            return .fail(
                "daemon", "The unit geofenced.service is not installed.",
                fix: "Install it: sudo apt install ./geofenced_VERSION_ARCH.deb.")
        case ("masked", _):
            return .fail(
                "daemon", "The unit geofenced.service is masked.",
                fix: "sudo systemctl unmask --now geofenced")
        case (_, "active"):
            return .fail(
                "daemon", "The unit geofenced.service is active, but \(lower(failure.message))",
                fix: "Give the socket of its configuration with --socket or GEOFENCED_SOCKET;"
                    + " where its file was removed: sudo systemctl restart geofenced")
        case (_, "failed"):
            return .fail(
                "daemon", "The unit geofenced.service has failed (\(unit.result)).",
                fix: "Read why: journalctl -u geofenced -n 20; then:"
                    + " sudo systemctl restart geofenced.")
        case (_, "activating") where unit.result != "success":
            return .fail(
                "daemon",
                "The unit geofenced.service is tried again and again; last it failed "
                    + "(\(unit.result)).",
                fix: "Read why: journalctl -u geofenced -n 20.")
        case (_, "activating"):
            return .fail(
                "daemon", "The unit geofenced.service is only starting.",
                fix: "Try again; if it stays so: journalctl -u geofenced -n 20.")
        case (_, let state):
            return .fail(
                "daemon", "The unit geofenced.service is \(state).",
                fix: "sudo systemctl enable --now geofenced")
        }
    }

    private func lower(_ sentence: String) -> String {
        sentence.prefix(1).lowercased() + sentence.dropFirst()
    }
}
