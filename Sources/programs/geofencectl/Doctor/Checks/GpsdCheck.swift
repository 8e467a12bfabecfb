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
