internal import Composition
internal import ControlProtocol
internal import Glibc
internal import Settings
internal import SystemServices

extension Diagnosis {
    /// Returns findings on the presence, permissions, holders and conflicts of receivers.
    static func receivers(
        _ sources: [SourceSettings], _ status: DaemonStatus?, _ machine: Machine
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
        _ machine: Machine
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
