import Chronology
import Composition
import ControlProtocol
import EventStore
import Geofencing
import Positioning
import Settings
import Spelling
import SystemServices

extension Daemon {
    /// The greeting to a client.
    func hello(_ access: Hello.Access) -> Hello {
        Hello(
            version: Version.text, boot_id: bootID, epoch: log.bounds.epoch,
            next_seq: log.bounds.head + 1, time: WallClock.rfc3339(), access: access)
    }

    /// How everything is. The bytes in use are those at the status before, or at the start.
    func status() -> DaemonStatus {
        countUsedBytes()
        var status = DaemonStatus(
            version: Version.text, pid: Surroundings.processID(), boot_id: bootID,
            started_at: started.time().rfc3339, uptime_s: started.ago_s(),
            time: WallClock.rfc3339(), config: reader.path,
            config_loaded_at: loadedAt.time().rfc3339, store: storeState())
        status.clock_synchronized = Surroundings.isClockSynchronized()
        status.config_error = reloadRefusal
        status.clients = server?.clientCount ?? 0
        status.memory_bytes = ResidentMemory.bytes()
        status.kinds = switches()
        status.runtime_fences = RuntimeFenceRecord(
            count: fences.usage.count, count_limit: StoreLimits.runtimeFences,
            bytes: fences.usage.bytes, bytes_limit: StoreLimits.runtimeFences_bytes,
            left_out: fences.leftOutCount)
        status.runtime_monitors = reading.runtimeMonitorRecord
        status.recorder = recorderState()
        status.sources = sourceRecords()
        status.monitors = monitorRecords()
        status.consumers = consumerRecords()
        status.problems = problems(status)
        if !status.problems.isEmpty { status.health = "degraded" }
        return status
    }

    /// The line of `systemctl status`: short, and true.
    func statusLine() -> String {
        let monitors = desk.read { $0.monitors(now: $1) }
        let fences = monitors.reduce(0) { $0 + $1.fenceCount }
        var parts = ["\(counted(monitors.count, "monitor")), \(counted(fences, "fence"))"]
        parts += sources.values.map { "\($0.settings.name): \($0.summary)" }.sorted()
        var line = parts.joined(separator: "; ") + ", \(counted(log.bounds.head, "event"))"
        if let message = storeState().message { line += "; \(message)" }
        if let reloadRefusal { line += "; configuration refused: \(reloadRefusal)" }
        return line
    }

    /// Which kinds are judged.
    func switches() -> KindSwitches {
        KindSwitches(level: kinds[.level] ?? true, global: kinds[.global] ?? true)
    }

    private func problems(_ status: DaemonStatus) -> [String] {
        var problems = groupProblems.map(\.description)
        if let message = status.store.message { problems.append(message) }
        if let message = status.recorder?.message { problems.append(message) }
        if let reloadRefusal { problems.append("the last reload was refused: \(reloadRefusal)") }
        problems += reading.runtimeMonitorProblems
        problems += consumers.problems(of: status.consumers ?? [])
        for source in status.sources {
            if let message = source.message { problems.append("source \(source.name): \(message)") }
        }
        for monitor in status.monitors {
            problems += monitor.warnings.map { "monitor \(monitor.name): \($0.message)" }
            if let remoteness = remoteness(of: monitor) {
                problems.append("monitor \(monitor.name): \(remoteness)")
            }
        }
        return problems
    }

    /// That the fences of a monitor are all far from where its source is; nil otherwise.
    private func remoteness(of monitor: MonitorRecord) -> String? {
        guard let fix = sources[monitor.source]?.health.presentFix,
            let remoteness = desk.read({ engine, _ in
                engine.remoteness(of: monitor.name, from: fix.position)
            })
        else { return nil }
        return "the file of its fences \(remoteness.sentence("the last fix"))"
    }

    private func storeState() -> StoreRecord {
        let (pending, bounds) = log.standing
        var record = StoreRecord(
            epoch: bounds.epoch, first_seq: bounds.first, next_seq: bounds.head + 1)
        record.pending = pending
        record.used_bytes = usedBytes
        record.path = Surroundings(settings).stateDirectory
        switch log.store.condition {
        case .healthy, .reset: break
        case .unreserved(let failure): record.message = failure.reserveSentence
        case .failing(let failure), .broken(let failure):
            record.message = "\(failure)"
            switch failure.kind {
            case .full: record.state = "full"
            case .readOnly: record.state = "readonly"
            case .shortage, .device, .notPermitted, .obstructed, .missing, .alreadyRunning,
                .corrupt, .foreign, .newer, .replaced, .tooLarge, .discarded, .closed:
                record.state = "failing"
            }
        }
        return record
    }
}
