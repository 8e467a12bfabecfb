/// The check whether the receiver of a serial source exists and is readable.
struct ReceiverCheck {
    /// The file that the path of the device leads to.
    struct Node: Equatable {
        /// The owner and group, by number.
        var owner: UInt32
        var group: UInt32
        /// The name of the group.
        var groupName: String
        /// The permission bits.
        var mode: UInt32
        /// Whether it is a character device.
        var isDevice: Bool
    }

    /// The source.
    var source: String
    /// The device of the source; nil for a source of type auto.
    var device: String?
    /// The file; nil for none.
    var node: Node?
    /// The devices that may be receivers, the stable names first.
    var candidates: [String]
    /// The advice for a receiver at a serial line of the board; nil without one.
    var boardAdvice: String?
    /// The account of the daemon; nil when it does not exist.
    var reader: Account?

    /// The finding for it.
    var finding: Finding {
        let check = "receiver \(source)"
        guard let device else {
            return candidates.first.map { .ok(check, "\($0) is plugged in.") }
                ?? .warn(
                    check, "No receiver is plugged in; source \(source) can only use a gpsd.",
                    fix: "Plug a receiver in and look: ls /dev/serial/by-id, dmesg | tail"
                        + (boardAdvice ?? "") + ".")
        }
        guard let node else { return missing(device, check) }
        guard node.isDevice else {
            return .fail(
                check, "\(device) is not a serial device.",
                fix: "Correct the device of source \(source)." + others)
        }
        guard let reader else {
            return .warn(
                check, "\(device) is there, but the account geofenced does not exist.",
                fix: "sudo systemd-sysusers")
        }
        guard reader.mayRead(owner: node.owner, group: node.group, mode: node.mode) else {
            return unreadable(device, node, check)
        }
        return .ok(check, "\(device) is there and the daemon may read it.")
    }

    private func missing(_ device: String, _ check: String) -> Finding {
        .fail(
            check, "\(device) does not exist: the receiver is not plugged in or has another name.",
            fix: candidates.isEmpty
                ? "Plug it in and look: ls /dev/serial/by-id, dmesg | tail."
                : "Plug it in, or correct the device of source \(source)." + others)
    }

    private func unreadable(_ device: String, _ node: Node, _ check: String) -> Finding {
        let groupMayRead = node.mode & 0o040 != 0
        return .fail(
            check, "The daemon may not read \(device), which is for group \(node.groupName).",
            fix: groupMayRead
                ? "sudo usermod -aG \(node.groupName) geofenced && sudo systemctl restart geofenced"
                : "Let a udev rule give it GROUP=\"dialout\", MODE=\"0660\".")
    }

    private var others: String {
        candidates.isEmpty ? "" : " There is: " + candidates.joined(separator: ", ") + "."
    }
}
