internal import SystemServices

extension GpsdCheck {
    /// Looks for a gpsd, its socket, and the devices in its configuration.
    static func read(
        _ machine: Machine, serial: [(source: String, device: String)], clients: [String]
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
