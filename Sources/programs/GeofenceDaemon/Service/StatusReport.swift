import Chronology
import Composition
import ControlProtocol
import EventStore
import Fixes
import Geofencing
import Glibc
import Positioning
import Settings
import Suggestions
import SystemServices

/// The state of the whole daemon, for clients and for `systemctl status`.
@Loop
final class StatusReport {
    /// The server, which counts the clients; nil before the socket is open.
    weak var server: ControlServer?
    /// Whether the daemon is stopping, so that changes are refused.
    var isStopping = false

    private let bootID: String
    private let started: Timestamp
    private let active: ActiveConfiguration
    private let engine: EngineRunner
    private let log: EventLog
    private let storage: StorageWatch
    private let recorder: Recorder
    private let sources: SourceSet
    private let monitors: MonitorControl
    private let consumers: ConsumerControl

    /// Creates the report of a daemon that started then, on the boot with that id.
    init(
        started: Timestamp, bootID: String, _ active: ActiveConfiguration, _ engine: EngineRunner,
        _ log: EventLog, _ storage: StorageWatch, _ recorder: Recorder, _ sources: SourceSet,
        _ monitors: MonitorControl, _ consumers: ConsumerControl
    ) {
        self.started = started
        self.bootID = bootID
        self.active = active
        self.engine = engine
        self.log = log
        self.storage = storage
        self.recorder = recorder
        self.sources = sources
        self.monitors = monitors
        self.consumers = consumers
    }

    /// Returns the greeting to a client.
    func hello(_ access: Hello.Access) -> Hello {
        Hello(
            version: Version.text, boot_id: bootID, epoch: log.bounds.epoch,
            next_seq: log.bounds.head + 1, time: WallClock.rfc3339(), access: access)
    }

    /// Replies with the status.
    func answer(_: Nothing, _ request: Request, _ client: ClientConnection) {
        consumers.consumers.lookUpAges(in: log) { client.reply(self.status(), to: request) }
    }

    /// Returns the line for `systemctl status`.
    func line() -> String {
        let monitors = engine.monitors
        let fences = monitors.reduce(0) { $0 + $1.fenceCount }
        var parts = ["\(counted(monitors.count, "monitor")), \(counted(fences, "fence"))"]
        parts += sources.sorted.map { "\($0.settings.name): \($0.summary)" }
        var line = parts.joined(separator: "; ") + ", \(counted(log.bounds.head, "event"))"
        if let message = storage.record.message { line += "; \(message)" }
        if let refusal = active.reloadRefusal { line += "; configuration refused: \(refusal)" }
        return line
    }

    /// Returns the status. Its used bytes are those of the previous count.
    private func status() -> DaemonStatus {
        storage.countUsedBytes()
        let fences = active.fences
        var status = DaemonStatus(
            version: Version.text, pid: Int(getpid()), boot_id: bootID,
            started_at: started.time().rfc3339, uptime_s: started.ago_s(),
            time: WallClock.rfc3339(), config: active.reader.path,
            config_loaded_at: active.loadedAt.time().rfc3339, store: storage.record)
        status.clock_synchronized = Clocks.isSynchronized()
        status.config_error = active.reloadRefusal
        status.clients = server?.clientCount ?? 0
        status.memory_bytes = ResidentMemory.bytes()
        status.kinds = active.switches
        status.runtime_fences = RuntimeFenceRecord(
            count: fences.usage.count, count_limit: StoreLimits.runtimeFences,
            bytes: fences.usage.bytes, bytes_limit: StoreLimits.runtimeFences_bytes,
            left_out: fences.leftOutCount)
        status.runtime_monitors = active.reading.runtimeMonitorRecord
        status.recorder = recorder.record
        status.sources = sources.records
        status.monitors = monitors.records.map { record in
            var record = record
            record.warnings += remoteness(of: record).map { [$0] } ?? []
            return record
        }
        status.consumers = consumers.records
        status.problems = problems(status)
        if !status.problems.isEmpty { status.health = "degraded" }
        return status
    }

    /// The remarks on a source that are problems of the daemon: what it delivers is wrong or incomplete.
    private static let problemCodes = [
        SourceRemark.Code.dateUntrusted.rawValue, SourceRemark.Code.localTimeSuspected.rawValue,
        "read-limit",
    ]

    private func problems(_ status: DaemonStatus) -> [String] {
        var problems = active.groupProblems.map(\.description)
        if let message = status.store.message { problems.append(message) }
        if let message = status.recorder?.message { problems.append(message) }
        if let refusal = active.reloadRefusal {
            problems.append("the last reload was refused: \(refusal)")
        }
        problems += active.reading.runtimeMonitorProblems
        problems += consumers.consumers.problems(of: status.consumers ?? [])
        for source in status.sources {
            let remarks = (source.remarks ?? []).filter { Self.problemCodes.contains($0.code) }
            problems += ([source.message].compactMap(\.self) + remarks.map(\.message)).map {
                "source \(source.name): \($0)"
            }
        }
        for monitor in status.monitors {
            problems += monitor.warnings.map { "monitor \(monitor.name): \($0.message)" }
        }
        return problems
    }

    /// The warning that all fences of a monitor are far from its source; nil otherwise.
    private func remoteness(of monitor: MonitorRecord) -> MonitorRecord.Warning? {
        guard let fix = sources[monitor.source]?.health.presentFix,
            let remoteness = engine.read({ engine, _ in
                engine.remoteness(of: monitor.name, from: fix.position)
            })
        else { return nil }
        return .init(
            code: MonitorWarning.Code.fencesRemote.rawValue,
            message: "the file of its fences \(remoteness.sentence("the last fix"))")
    }
}
