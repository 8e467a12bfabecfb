internal import SystemServices

/// The check whether another program holds a serial port.
struct PortCheck {
    /// A process that has a device open.
    struct Holder: Equatable {
        /// The program.
        var name: String
        /// Its process.
        var pid: Int
    }

    /// The source.
    var source: String
    /// The device of the source.
    var device: String
    /// The programs that have it open, except the daemon.
    var holders: [Holder]
    /// The program that the daemon found using the device.
    var reported: String?
    /// Whether the open files of every process could be read.
    var sawAll: Bool

    /// The finding for it.
    var finding: Finding {
        let check = "port \(source)"
        if let holder = holders.first {
            return .fail(
                check, "\(device) is held by \(holder.name) (pid \(holder.pid)).",
                fix: repair(holder.name) ?? "End that program, or give it another port.")
        }
        if let reported {
            return .fail(
                check, "\(device) is held by \(reported).",
                fix: repair(reported) ?? "End that program, or give it another port.")
        }
        return sawAll
            ? .ok(check, "No other program holds \(device).")
            : .ok(
                check, "No other program of yours holds \(device); sudo would see those of others.")
    }

    private func repair(_ holder: String) -> String? {
        if holder.hasPrefix("gpsd") {
            return "Use type = \"gpsd\" for source \(source), or: sudo systemctl disable --now"
                + " gpsd.socket gpsd."
        }
        if holder.hasPrefix("ModemManager") {
            return "Have ModemManager ignore it: see the rule in"
                + " /usr/lib/udev/rules.d/61-geofenced.rules."
        }
        if holder.hasPrefix("brltty") { return "sudo systemctl mask --now brltty-udev brltty" }
        return nil
    }
}

/// The check whether programs that probe every new serial port ignore the receiver.
struct PortRulesCheck {
    /// The device of a serial source, or a candidate of an automatic source.
    struct Port: Equatable {
        /// Its path.
        var device: String
        /// Whether udev makes ModemManager ignore it; nil for a device that is unknown to udev.
        var isIgnored: Bool?
    }

    /// The ports of the configured sources.
    var ports: [Port]
    /// Whether ModemManager runs.
    var modemManagerRuns: Bool
    /// Whether brltty runs.
    var brlttyRuns: Bool
    /// Whether the udev rules of this package are installed.
    var rulesAreInstalled: Bool

    /// A finding for ModemManager and one for brltty.
    var findings: [Finding] { [modemManager, brltty] }

    private var modemManager: Finding {
        guard modemManagerRuns else { return .ok("modemmanager", "ModemManager does not run.") }
        guard rulesAreInstalled else {
            return .warn(
                "modemmanager",
                "ModemManager runs and the udev rules of geofenced are not installed: it talks to"
                    + " each new receiver for seconds.",
                fix: "Install 61-geofenced.rules to /etc/udev/rules.d; sudo udevadm control -R;"
                    + " replug the receiver.")
        }
        if let port = ports.first(where: { $0.isIgnored == false }) {
            return .warn(
                "modemmanager", "ModemManager runs and does not ignore \(port.device).",
                fix: "Copy the line of its bridge from the end of 61-geofenced.rules to"
                    + " /etc/udev/rules.d/62-local-gnss.rules; sudo udevadm control -R;"
                    + " replug the receiver.")
        }
        return .ok("modemmanager", "ModemManager runs and ignores the receivers.")
    }

    private var brltty: Finding {
        guard brlttyRuns else { return .ok("brltty", "brltty does not run.") }
        return .warn(
            "brltty", "brltty runs: it takes serial bridges that braille displays use, too.",
            fix: "Without a braille display: sudo systemctl mask --now brltty-udev brltty.")
    }
}

extension PortRulesCheck {
    /// Reads the database and the rule directories of udev.
    static func read(_ ports: [String], _ machine: MachineState) -> PortRulesCheck {
        PortRulesCheck(
            ports: ports.map { Port(device: $0, isIgnored: isIgnored($0)) },
            modemManagerRuns: machine.runs("ModemManager"), brlttyRuns: machine.runs("brltty"),
            rulesAreInstalled: ruleDirectories.contains {
                Directory.exists("\($0)/61-geofenced.rules")
            })
    }

    /// Reads a device's properties: lines `E:KEY=VALUE` of `/run/udev/data/c…`.
    private static func isIgnored(_ device: String) -> Bool? {
        guard let device = CharacterDevice(device),
            let text = FileText.small("/run/udev/data/c\(device.major):\(device.minor)")
        else { return nil }
        return text.split(separator: "\n").contains {
            $0 == "E:ID_MM_DEVICE_IGNORE=1" || $0 == "E:ID_MM_PORT_IGNORE=1"
        }
    }

    private static let ruleDirectories = [
        "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d",
    ]
}

/// The check whether gpsd and the daemon compete for receivers.
struct GpsdCheck {
    /// Whether gpsd runs, or systemd starts it for the first client.
    var isAvailable: Bool
    /// The real paths of the devices that gpsd is configured with or has open.
    var devices: Set<String>
    /// Serial sources with the real path of their device.
    var serial: [(source: String, device: String)]
    /// Sources that need a gpsd on this machine.
    var clients: [String]

    /// One finding for each conflict, or a single finding for none.
    var findings: [Finding] {
        var findings: [Finding] = []
        for (source, device) in serial where isAvailable && devices.contains(device) {
            findings.append(
                .fail(
                    "gpsd", "gpsd and source \(source) both read \(device).",
                    fix: "Use type = \"gpsd\" for source \(source), or take the device from gpsd"
                        + " (DEVICES in /etc/default/gpsd)."))
        }
        if !isAvailable, let source = clients.first {
            findings.append(
                .fail(
                    "gpsd", "Source \(source) needs gpsd, which does not run here.",
                    fix: "sudo apt install gpsd; sudo systemctl enable --now gpsd.socket"))
        }
        guard findings.isEmpty else { return findings }
        if !clients.isEmpty, devices.isEmpty {
            return [
                .warn(
                    "gpsd", "gpsd runs, but has no device that can be seen from here.",
                    fix: "See gpspipe -w -n 3, and DEVICES in /etc/default/gpsd.")
            ]
        }
        return [
            .ok(
                "gpsd",
                !isAvailable
                    ? "gpsd does not run."
                    : serial.isEmpty ? "gpsd runs." : "gpsd runs and takes no source's device.")
        ]
    }
}

extension GpsdCheck {
    /// Looks for a gpsd, its socket, and the devices in its configuration.
    static func read(
        _ machine: MachineState, serial: [(source: String, device: String)], clients: [String]
    ) -> GpsdCheck {
        let running = machine.processes.filter { $0.name == "gpsd" }
        let isAvailable = !running.isEmpty || Directory.exists("/run/gpsd.sock")
        var devices: Set<String> = []
        for process in running {
            devices.formUnion(Processes.arguments(of: process.pid).dropFirst())
            devices.formUnion(Processes.openFiles(of: process.pid) ?? [])
        }
        devices.formUnion(configured(FileText.small("/etc/default/gpsd") ?? ""))
        return GpsdCheck(
            isAvailable: isAvailable,
            devices: Set(
                devices.filter { $0.hasPrefix("/dev/") && $0 != "/dev/null" }
                    .map { Directory.resolve($0) ?? $0 }),
            serial: serial.map { ($0.source, Directory.resolve($0.device) ?? $0.device) },
            clients: clients)
    }

    /// Returns the words of `DEVICES="…"` in Debian's `/etc/default/gpsd`.
    static func configured(_ text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("DEVICES=") }.flatMap { line in
            line.dropFirst("DEVICES=".count).filter { $0 != "\"" && $0 != "'" }
                .split(separator: " ").map(String.init)
        }
    }
}
