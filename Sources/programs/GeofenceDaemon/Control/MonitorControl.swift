import Composition
import ControlProtocol
import Geofencing
import Settings

/// The methods of `Monitor.*` that read, start, stop, pause and resume monitors, and those of `Kind.*`.
@Loop
struct MonitorControl {
    let engine: EngineRunner
    let active: ActiveConfiguration
    let reloader: Reloader
    let fences: FenceLister
    let log: EventLog

    /// The records of all monitors, in the order of the configuration.
    var records: [MonitorRecord] { engine.monitors.map(active.record) }

    /// Returns every monitor, and which monitors were changed at run time.
    func list(_: Nothing = Nothing()) -> MonitorList {
        var list = MonitorList(monitors: records)
        list.runtime_monitors = active.reading.runtimeMonitorRecord
        return list
    }

    /// Returns one monitor. Throws `notFound`.
    func record(named name: String) throws(Failure) -> MonitorRecord {
        active.record(of: try engine.monitor(name))
    }

    /// Returns one monitor with its settings and the first page of its fences. Throws `notFound`.
    func detail(_ choice: MonitorChoice) throws(Failure) -> MonitorDetail {
        let monitor = try engine.monitor(choice.monitor)
        let configuration = active.reading.composition.configuration
        return MonitorDetail(
            monitor: active.record(of: monitor),
            settings: MonitorDetail.settings(
                of: monitor.definition, level: configuration.level, global: configuration.global),
            fences: try fences.list(FenceQuery(monitor: choice.monitor)))
    }

    /// Passes a command to a monitor and answers with its state afterwards. A start first reads the
    /// fence file again if the daemon could not use it.
    func command(
        _ command: MonitorCommand, _ choice: MonitorChoice, _ request: Request,
        _ client: ClientConnection
    ) throws(Failure) {
        let set = try engine.monitor(choice.monitor).definition.fences
        guard command == .start, active.lacksFences(set) else {
            return try pass(command, to: choice, request, client)
        }
        reloader.reread(set) {
            client.attempt(request) { try pass(command, to: choice, request, client) }
        }
    }

    /// Switches the evaluation of one kind of fence on or off, and answers.
    func `switch`(
        _ choice: KindChoice, _ isEnabled: Bool, _ request: Request, _ client: ClientConnection
    ) throws(Failure) {
        guard let kind = FenceKind(rawValue: choice.kind) else {
            throw .notFound("kind", choice.kind, among: FenceKind.allCases.map(\.rawValue))
        }
        active.set(kind, enabled: isEnabled)
        engine.take(.setKind(kind, enabled: isEnabled))
        client.reply(active.switches, to: request, whenDurableIn: log) { $2.warning = $1 }
    }

    private func pass(
        _ command: MonitorCommand, to choice: MonitorChoice, _ request: Request,
        _ client: ClientConnection
    ) throws(Failure) {
        let before = try engine.monitor(choice.monitor)
        let name = before.definition.name
        switch (command, before.status) {
        case (.resume, .stopped), (.resume, .failedToStart), (.pause, .stopped),
            (.pause, .failedToStart):
            throw Failure(
                .invalidState, "The monitor \(name) is not started.",
                hint: "Start it with: geofencectl monitor start \(name), or Monitor.start.")
        case (.start, _), (.stop, _), (.pause, _), (.resume, _): break
        }
        engine.take(.monitor(name, command))
        client.reply(try record(named: name), to: request, whenDurableIn: log) {
            code, sentence, monitor in
            monitor.warnings.append(.init(code: code, message: sentence))
        }
    }
}
