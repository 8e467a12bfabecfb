import ControlProtocol
import Geofencing

extension EngineRunner {
    /// The state to be stored for the next run.
    var savedState: SavedState { read { $0.savedState(at: $1) } }

    /// Every monitor, in the order of the configuration.
    var monitors: [MonitorSnapshot] { read { $0.monitors(now: $1) } }

    /// The definitions of the monitors that are started.
    var startedMonitors: [MonitorDefinition] {
        monitors.filter { $0.status == .started }.map(\.definition)
    }

    /// Returns the monitor with that name, else with that id. Throws `notFound`.
    func monitor(_ name: String) throws(Failure) -> MonitorSnapshot {
        let monitors = monitors
        let found = monitors.first { $0.definition.name == name }
        guard let monitor = found ?? monitors.first(where: { $0.definition.id == name }) else {
            throw .notFound("monitor", name, among: monitors.map(\.definition.name))
        }
        return monitor
    }

    /// Returns the definition of one monitor, or of all for nil. Throws `notFound`.
    func definitions(of monitor: String?) throws(Failure) -> [MonitorDefinition] {
        if let monitor { return [try self.monitor(monitor).definition] }
        return monitors.map(\.definition)
    }
}
