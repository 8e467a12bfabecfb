internal import Composition

/// What several checks look at, read once.
struct Machine {
    /// The processes that can be seen.
    let processes = Processes.all()
    /// Devices that may be receivers, the stable names first; each once, by its first name.
    let candidates: [String]

    /// Reads it.
    init() {
        var known: Set<String> = []
        candidates = ReceiverNodes.paths(Directory.names).filter { path in
            known.insert(Directory.real(path) ?? path).inserted
        }
    }

    /// Whether a program of that name runs.
    func runs(_ name: String) -> Bool { processes.contains { $0.name == name } }

    /// Who has a device open besides the daemon, and whether every process could be looked at.
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

    /// Who the daemon is: as it runs, or as its service would start it.
    func reader(daemon pid: Int?) -> Account? {
        if let pid, let text = FileText.small("/proc/\(pid)/status") {
            return Account(processStatus: text)
        }
        return Account(
            named: "geofenced", passwd: FileText.small("/etc/passwd") ?? "",
            group: FileText.small("/etc/group") ?? "")
    }
}
