/// Does a program run that sends the events of the daemon to somewhere else?
struct ProgramCheck {
    /// Its name, that of its service and of its package: `geofenced-mqtt` or another one.
    var name: String
    /// The problems of its configuration; none where that was not checked.
    var problems: [String]
    /// Its service; nil where systemd does not run or does not answer.
    var unit: UnitState?

    /// What was found of it.
    var finding: Finding {
        if let message = Finding.message(of: problems) {
            return .fail(
                name, message,
                fix: "Correct it until \(name) --check-config finds nothing; then:"
                    + " sudo systemctl restart \(name).")
        }
        guard let unit else { return .ok(name, "The configuration is valid.") }
        guard let fault = unit.fault(of: name) else { return .ok(name, "It runs.") }
        // It is installed, and possibly not wanted now.
        return unit.active == "inactive"
            ? .warn(name, fault.message, fix: fault.fix)
            : .fail(name, fault.message, fix: fault.fix)
    }
}
