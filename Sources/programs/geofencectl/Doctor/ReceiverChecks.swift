internal import Composition
internal import ControlProtocol
internal import Glibc
internal import Settings
internal import SystemServices

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

extension Diagnosis {
    /// Returns findings on the presence, permissions, holders and conflicts of receivers.
    static func receivers(
        _ sources: [SourceSettings], _ status: DaemonStatus?, _ machine: MachineState
    ) -> [Finding] {
        let reader = machine.reader(daemon: status?.pid)
        var findings: [Finding] = []
        var devices: [(source: String, device: String)] = []
        var clients: [String] = []
        var isAutomatic = false
        for source in sources {
            switch source.kind {
            case .serial(let device, _):
                devices.append((source.name, device))
                findings += serial(source.name, device, reader, status, machine)
            case .auto:
                isAutomatic = true
                findings.append(
                    ReceiverCheck(
                        source: source.name, device: nil, node: nil, candidates: machine.candidates,
                        boardAdvice: ReceiverNodes.boardLineAdvice(Directory.names),
                        reader: reader
                    ).finding)
            case .gpsd(let host, _, _):

                let isLocal = ["127.0.0.1", "::1", "localhost"].contains(host)
                if isLocal, !isServed(source.name, status) { clients.append(source.name) }
            case .nmeaTCP, .nmeaUDP, .exec, .socket, .recording, .simulated, .derived: continue
            }
        }
        if isAutomatic || !devices.isEmpty {
            let ports = devices.map(\.device) + (isAutomatic ? machine.candidates : [])
            findings += PortRulesCheck.read(ports, machine).findings
        }
        findings += GpsdCheck.read(machine, serial: devices, clients: clients).findings
        return findings
    }

    /// Whether a server with the gpsd protocol responds to a source; it need not be a gpsd on
    /// this machine.
    private static func isServed(_ source: String, _ status: DaemonStatus?) -> Bool {
        guard let record = status?.sources.first(where: { $0.name == source }) else { return false }
        return !["absent", "opening", "stopped", "failed"].contains(record.state)
    }

    private static func serial(
        _ source: String, _ device: String, _ reader: Account?, _ status: DaemonStatus?,
        _ machine: MachineState
    ) -> [Finding] {
        let node = ReceiverCheck.Node.read(device)
        let receiver = ReceiverCheck(
            source: source, device: device, node: node, candidates: machine.candidates,
            reader: reader)
        guard node != nil else { return [receiver.finding] }
        let (holders, sawAll) = machine.holders(of: device, besides: status?.pid)
        let port = PortCheck(
            source: source, device: device, holders: holders,
            reported: status?.sources.first { $0.name == source }?.holder, sawAll: sawAll)
        return [receiver.finding, port.finding]
    }
}

extension ReceiverCheck.Node {
    /// Reads the status of the file at a path; nil for none.
    static func read(_ path: String) -> ReceiverCheck.Node? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return ReceiverCheck.Node(
            owner: status.st_uid, group: status.st_gid,
            groupName: Peer.groupName(status.st_gid), mode: status.st_mode & 0o777,
            isDevice: status.st_mode & S_IFMT == S_IFCHR)
    }
}

/// Data of the machine for several checks, read once.
struct MachineState {
    /// The processes that can be seen.
    let processes = Processes.all()
    /// Devices that may be receivers, the stable names first; each device once, by its first name.
    let candidates: [String]

    /// Reads the data.
    init() {
        var known: Set<String> = []
        candidates = ReceiverNodes.paths(Directory.names).filter { path in
            known.insert(Directory.resolve(path) ?? path).inserted
        }
    }

    /// Whether a program of that name runs.
    func runs(_ name: String) -> Bool { processes.contains { $0.name == name } }

    /// Returns the processes that have a device open, except the daemon, and whether every process
    /// could be examined.
    func holders(
        of path: String, besides daemon: Int?
    ) -> (holders: [PortCheck.Holder], sawAll: Bool) {
        guard let device = CharacterDevice(path) else { return ([], true) }
        var holders: [PortCheck.Holder] = []
        var sawAll = true
        for process in processes
        where process.pid != daemon && !Processes.arguments(of: process.pid).isEmpty {
            guard let devices = Processes.openDevices(of: process.pid) else {
                sawAll = false
                continue
            }
            if devices.contains(device) {
                holders.append(PortCheck.Holder(name: process.name, pid: process.pid))
            }
        }
        return (holders, sawAll)
    }

    /// Returns the account of the daemon: of the running process, or of its service.
    func reader(daemon pid: Int?) -> Account? {
        if let pid, let text = FileText.small("/proc/\(pid)/status") {
            return Account(processStatus: text)
        }
        return Account(
            named: "geofenced", passwd: FileText.small("/etc/passwd") ?? "",
            group: FileText.small("/etc/group") ?? "")
    }
}
