internal import Glibc

extension PortRulesCheck {
    /// Asks udev's database and its rule directories.
    static func read(_ ports: [String], _ machine: Machine) -> PortRulesCheck {
        PortRulesCheck(
            ports: ports.map { Port(device: $0, isIgnored: isIgnored($0)) },
            modemManagerRuns: machine.runs("ModemManager"), brlttyRuns: machine.runs("brltty"),
            rulesAreInstalled: ruleDirectories.contains {
                Directory.exists("\($0)/61-geofenced.rules")
            })
    }

    /// `/run/udev/data/cMAJOR:MINOR` holds a device's properties, `E:KEY=VALUE`.
    private static func isIgnored(_ device: String) -> Bool? {
        var status = stat()
        guard unsafe stat(device, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else {
            return nil
        }
        let number = status.st_rdev
        let major = (number >> 8) & 0xFFF | (number >> 32) & ~0xFFF
        let minor = number & 0xFF | (number >> 12) & ~0xFF
        guard let text = FileText.small("/run/udev/data/c\(major):\(minor)") else { return nil }
        return text.split(separator: "\n").contains {
            $0 == "E:ID_MM_DEVICE_IGNORE=1" || $0 == "E:ID_MM_PORT_IGNORE=1"
        }
    }

    private static let ruleDirectories = [
        "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d",
    ]
}
