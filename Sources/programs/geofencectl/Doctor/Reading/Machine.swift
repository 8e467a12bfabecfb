internal import Composition
internal import SystemServices

/// Data of the machine for several checks, read once.
struct Machine {
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
