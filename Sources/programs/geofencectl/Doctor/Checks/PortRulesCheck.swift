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
