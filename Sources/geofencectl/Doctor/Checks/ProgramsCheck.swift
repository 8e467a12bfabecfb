/// Do the programs that take events out of the daemon run? Each has a unit of its own.
struct ProgramsCheck {
    /// The unit of a program as systemd reports it.
    struct Service: Equatable {
        /// Its name without `.service`.
        var name: String
        var unit: DaemonCheck.Unit
        /// `UnitFileState`: `enabled`, `disabled`, …
        var fileState: String
        /// `StatusText`, which the program gives.
        var status: String
    }

    /// The units, installed or not.
    var services: [Service]

    /// A finding for each program that is enabled or was started.
    var findings: [Finding] {
        services.filter { service in
            service.unit.load == "loaded"
                && (service.fileState == "enabled" || service.unit.active != "inactive")
        }.map(finding)
    }

    private func finding(_ service: Service) -> Finding {
        let check = "program \(service.name)"
        let unit = "The unit \(service.name).service"
        let read = "Read why: journalctl -u \(service.name) -n 20"
        switch (service.unit.active, service.unit.result) {
        case ("active", _) where service.status.hasPrefix("degraded"):
            return .warn(check, "It runs, but is \(service.status).", fix: read + ".")
        case ("active", _):
            let status = service.status.isEmpty ? "" : ": \(service.status)"
            return .ok(check, "It runs\(status).")
        case ("failed", let result):
            return .fail(
                check, "\(unit) has failed (\(result)).",
                fix: "Check its configuration: \(service.name) --check-config. \(read); then:"
                    + " sudo systemctl restart \(service.name).")
        case ("activating", let result) where result != "success":
            return .fail(
                check, "\(unit) is started again and again; last it failed (\(result)).",
                fix: read + ".")
        case ("inactive", _):
            return .fail(
                check, "\(unit) is enabled, but does not run.",
                fix: "sudo systemctl start \(service.name)")
        case (let state, _):
            return .warn(check, "\(unit) is \(state).", fix: "Try again; \(read).")
        }
    }
}
