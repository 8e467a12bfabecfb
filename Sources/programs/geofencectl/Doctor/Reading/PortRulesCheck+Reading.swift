internal import SystemServices

extension PortRulesCheck {
    /// Reads the database and the rule directories of udev.
    static func read(_ ports: [String], _ machine: Machine) -> PortRulesCheck {
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
