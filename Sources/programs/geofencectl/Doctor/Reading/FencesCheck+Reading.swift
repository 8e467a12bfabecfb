internal import Composition
internal import ControlProtocol
internal import FenceFiles
internal import Geodesy
internal import Geofencing
internal import Settings

extension FencesCheck {
    /// Returns every monitor of a configuration with the problems of its fence file. After
    /// run-time changes, the fences of the running daemon count: the file alone may be empty.
    ///
    /// - Parameters:
    ///   - files: the fence files that the daemon uses.
    ///   - status: the status of the daemon, if it runs.
    static func monitors(
        of composition: Composition, _ files: [ConfigShown.FenceFile], _ status: DaemonStatus?
    ) -> [Watched] {
        let records = status?.monitors ?? []
        let changed = Set(
            files.lazy.filter { $0.overridden != nil || $0.added != nil }.map(\.path))
        return monitors(of: composition).map { watched in
            var watched = watched
            if !changed.contains(watched.path) {
                watched.remoteness = remoteness(of: watched.monitor, in: composition, status)
            }
            guard changed.contains(watched.path),
                let record = records.first(where: { $0.name == watched.monitor }),
                statusesWithFences.contains(record.status)
            else { return watched }
            watched.count = record.fences
            watched.unusable = record.warnings.filter { ofFences.contains($0.code) }.map(\.message)
            return watched
        }
    }

    /// Returns the sentence that all fences of a monitor are far from the last fix of its
    /// source; otherwise nil.
    private static func remoteness(
        of monitor: String, in composition: Composition, _ status: DaemonStatus?
    ) -> String? {
        guard
            let definition = composition.configuration.monitors.first(where: { $0.name == monitor }
            ),
            let source = status?.sources.first(where: { $0.name == definition.source }),
            let fix = source.last_fix
        else { return nil }
        return composition.engine.fenceSets[definition.fences]?.set?
            .remoteness(from: Coordinate(latitude: fix.lat, longitude: fix.lon))?
            .sentence("the last fix")
    }

    /// The statuses in which a monitor reports the fences that it cannot evaluate.
    private static let statusesWithFences = [MonitorStatus.started, .paused].map(\.rawValue)
    /// The warnings about unusable fences.
    private static let ofFences = [MonitorWarning.Code.invalidFences, .noValidFences].map(
        \.rawValue)

    /// Returns every monitor of a configuration with the problems of its fence file.
    static func monitors(of composition: Composition) -> [Watched] {
        let unusable = Dictionary(grouping: composition.engine.monitorProblems, by: \.monitor)
        return composition.configuration.monitors.map { monitor in
            let problems = composition.fileProblems.filter { $0.path == monitor.fences.text }
            let texts = { (severity: FenceProblem.Severity) in
                problems.filter { $0.problem.severity == severity }.map(\.description)
            }
            return Watched(
                monitor: monitor.name, path: monitor.fences.text,
                count: composition.engine.fenceSets[monitor.fences]?.set?.count,
                isRuntime: monitor.fences == .runTime,
                rejected: texts(.rejected), unusable: (unusable[monitor.name] ?? []).map(\.reason),
                warned: texts(.warned))
        }
    }
}
