import Chronology
public import Geofencing

extension EngineConfiguration {
    /// The problems because of which monitors, or some of their fences, cannot be evaluated as
    /// configured, except problems of the files.
    public var monitorProblems: [MonitorProblem] {
        let (problems, failed) = problems(of: monitors)
        // A monitor that cannot start does not check its fences.
        let others = self.problems(
            of: failed.map { definition in
                var startable = definition
                startable.message = nil
                startable.timeZone = .utc
                return startable
            })
        return problems + others.problems
    }

    /// Returns the warnings of monitors at their start, and the monitors that do not start.
    private func problems(
        of monitors: [MonitorDefinition]
    ) -> (problems: [MonitorProblem], failed: [MonitorDefinition]) {
        guard !monitors.isEmpty else { return ([], []) }
        var trial = self
        trial.monitors = monitors
        for index in trial.monitors.indices { trial.monitors[index].autostart = true }
        // The composition already contains the problems of the files themselves.
        let unusable = Set(trial.fenceSets.filter { $0.value.set == nil }.keys)
        trial.fenceSets = trial.fenceSets.mapValues { loaded in
            LoadedFences(set: loaded.set ?? .empty, invalid: loaded.invalid)
        }
        trial.unusableFloorMaps = []
        var engine = Engine()
        _ = engine.handle(.configure(trial), at: BootInstant(nanoseconds: 0))
        let problems = engine.monitors().flatMap { monitor in
            monitor.warnings.filter {
                $0.code != .feedNotRunning
                    && ($0.code != .noValidFences || !unusable.contains(monitor.definition.fences))
            }.map {
                MonitorProblem(monitor: monitor.definition.name, reason: $0.message)
            }
        }
        let failed = Set(
            engine.monitors().filter { $0.status == .failedToStart }.map(\.definition.name))
        return (problems, monitors.filter { failed.contains($0.name) })
    }
}
