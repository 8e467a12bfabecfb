/// The state of a service according to systemd.
struct UnitState: Equatable {
    /// `LoadState`: `loaded`, `not-found`, `masked`, …
    var load: String
    /// `ActiveState`: `active`, `inactive`, `failed`, `activating`, …
    var active: String
    /// `Result`: `success`, `exit-code`, `watchdog`, …
    var result: String
    /// Whether the service starts with the machine.
    var isEnabled = true
    /// `StatusText`, which the service sets; may be empty.
    var text = ""

    /// Returns why the service does not run, and the remedy; nil for an active one.
    ///
    /// - Parameter service: the name without `.service`, also the name of its package.
    func fault(of service: String) -> (message: String, fix: String)? {
        let unit = "The unit \(service).service"
        switch (load, active) {
        case ("not-found", _):
            return (
                "\(unit) is not installed.",
                "Install it: sudo apt install ./\(service)_VERSION_ARCH.deb."
            )
        case ("masked", _): return ("\(unit) is masked.", "sudo systemctl unmask --now \(service)")
        case (_, "active"): return nil
        case (_, "failed"):
            return (
                "\(unit) has failed (\(result)).",
                "Read why: journalctl -u \(service) -n 20; then: sudo systemctl restart \(service)."
            )
        case (_, "activating") where result != "success":
            return (
                "\(unit) keeps restarting; the last start failed (\(result)).",
                "Read why: journalctl -u \(service) -n 20."
            )
        case (_, "activating"):
            return (
                "\(unit) is still starting.",
                "Try again; if it stays so: journalctl -u \(service) -n 20."
            )
        case (_, let state):
            return ("\(unit) is \(state).", "sudo systemctl enable --now \(service)")
        }
    }
}
