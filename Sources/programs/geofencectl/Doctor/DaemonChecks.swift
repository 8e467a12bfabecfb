internal import ControlProtocol
internal import SystemServices

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

extension UnitState {
    /// Reads a service; nil where systemd does not run or does not answer.
    static func read(_ service: String) -> UnitState? {
        guard Directory.exists("/run/systemd/system"),
            let answer = Program.run([
                "systemctl", "show", "\(service).service", "-p",
                "LoadState,ActiveState,Result,UnitFileState,StatusText",
            ]), answer.status == 0
        else { return nil }
        return UnitState(properties: answer.text)
    }

    /// Parses `systemctl show`; nil without `LoadState` or `ActiveState`.
    init?(properties text: String) {
        var values: [Substring: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[parts[0]] = String(parts[1]) }
        }
        guard let load = values["LoadState"], let active = values["ActiveState"] else {
            return nil
        }
        self.init(
            load: load, active: active, result: values["Result"] ?? "",
            isEnabled: values["UnitFileState"] == "enabled", text: values["StatusText"] ?? "")
    }
}

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

extension ProgramCheck {
    /// The programs that may be installed beside the daemon.
    private static let names = ["geofenced-hooks", "geofenced-mqtt", "geofenced-webhook"]

    /// Checks the programs that are installed.
    static func read() -> [ProgramCheck] {
        names.filter { Directory.exists("/usr/sbin/\($0)") }.map { name in
            ProgramCheck(name: name, problems: problems(of: name), unit: .read(name))
        }
    }

    /// Returns the problems that the program reports; none for a file that only root may read.
    private static func problems(of name: String) -> [String] {
        let file = "/etc/geofenced/\(name.dropFirst("geofenced-".count)).toml"
        guard !Directory.exists(file) || FileText.small(file) != nil else { return [] }
        guard
            let answer = Program.run(
                ["/usr/sbin/\(name)", "--config", file, "--check-config"], withErrors: true)
        else { return ["/usr/sbin/\(name) cannot be started."] }
        guard answer.status != 0 else { return [] }
        let lines = answer.text.split(separator: "\n").map(String.init)
        return lines.isEmpty ? ["/usr/sbin/\(name) --check-config has failed."] : lines
    }
}
