import Composition
import ControlProtocol
import Geofencing
import Settings

extension Daemon {
    /// Every monitor, in the order of the configuration.
    func monitorRecords() -> [MonitorRecord] {
        desk.read { $0.monitors(now: $1) }.map(record)
    }

    /// Every monitor, and what was changed of them at run time.
    func monitorList() -> MonitorList {
        var list = MonitorList(monitors: monitorRecords())
        list.runtime_monitors = reading.runtimeMonitorRecord
        return list
    }

    /// How a monitor is, and whether it was given at run time.
    func record(of monitor: MonitorSnapshot) -> MonitorRecord {
        var record = MonitorRecord(monitor)
        if reading.takesFromRunTime(record.name) { record.runtime = true }
        return record
    }

    /// One monitor with its settings and a page of its fences.
    func monitorDetail(_ choice: MonitorChoice) throws(Failure) -> MonitorDetail {
        let monitor = try monitor(choice.monitor)
        let configuration = reading.composition.configuration
        return MonitorDetail(
            monitor: record(of: monitor),
            settings: MonitorDetail.settings(
                of: monitor.definition, level: configuration.level, global: configuration.global),
            fences: try fenceList(FenceQuery(monitor: choice.monitor)))
    }

    /// Gives a monitor a command and says how it stands then.
    func command(
        _ command: MonitorCommand, _ choice: MonitorChoice
    ) throws(Failure) -> MonitorRecord {
        let before = try monitor(choice.monitor)
        let name = before.definition.name
        switch (command, before.status) {
        case (.resume, .stopped), (.resume, .failedToStart), (.pause, .stopped),
            (.pause, .failedToStart):
            throw Failure(
                .invalidState, "The monitor \(name) is not started.",
                hint: "Start it with: geofencectl monitor start \(name), or Monitor.start.")
        case (.start, _), (.stop, _), (.pause, _), (.resume, _): break
        }
        desk.take(.monitor(name, command))
        return record(of: try monitor(name))
    }

    /// Switches a kind of fence on or off.
    func switchKind(_ choice: KindChoice, _ isEnabled: Bool) throws(Failure) -> KindSwitches {
        guard let kind = FenceKind(rawValue: choice.kind) else {
            throw .notFound("kind", choice.kind, among: FenceKind.allCases.map(\.rawValue))
        }
        kinds[kind] = isEnabled
        desk.take(.setKind(kind, enabled: isEnabled))
        return switches()
    }

    /// The monitor of that name.
    func monitor(_ name: String) throws(Failure) -> MonitorSnapshot {
        let monitors = desk.read { $0.monitors(now: $1) }
        let found = monitors.first { $0.definition.name == name }
        guard let monitor = found ?? monitors.first(where: { $0.definition.id == name }) else {
            throw .notFound("monitor", name, among: monitors.map(\.definition.name))
        }
        return monitor
    }
}
