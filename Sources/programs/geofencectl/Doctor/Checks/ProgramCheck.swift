/// The check of a program that forwards the events of the daemon, such as geofenced-mqtt.
struct ProgramCheck {
    /// The name of the program, its service and its package, such as `geofenced-mqtt`.
    var name: String
    /// The problems of its configuration; empty where it was not checked.
    var problems: [String]
    /// Its service; nil where systemd does not run or does not answer.
    var unit: UnitState?

    /// The finding for it.
    var finding: Finding {
        if let message = Finding.message(of: problems) {
            return .fail(
                name, message,
                fix: "Correct it until \(name) --check-config finds nothing; then:"
                    + " sudo systemctl restart \(name).")
        }
        guard let unit else { return .ok(name, "The configuration is valid.") }
        if let fault = unit.fault(of: name) {
            return unit.active == "inactive" && !unit.isEnabled
                ? .ok(name, "It is installed, and not enabled.")
                : .fail(name, fault.message, fix: fault.fix)
        }
        if unit.text.hasPrefix("degraded") {
            return .warn(
                name, "It runs, but is \(unit.text).", fix: "Read why: journalctl -u \(name) -n 20."
            )
        }
        return .ok(name, unit.text.isEmpty ? "It runs." : "It runs: \(unit.text).")
    }
}
