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
