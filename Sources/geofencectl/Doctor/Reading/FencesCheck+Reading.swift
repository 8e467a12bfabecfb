internal import Composition
internal import FenceFiles
internal import Geofencing
internal import Settings

extension FencesCheck {
    /// Every monitor of a configuration with the problems of its fence file.
    static func monitors(of composition: Composition) -> [Watched] {
        let unjudged = Dictionary(grouping: composition.monitorProblems, by: \.monitor)
        return composition.configuration.monitors.map { monitor in
            let problems = composition.fileProblems.filter { $0.path == monitor.fences.text }
            let texts = { (severity: FenceProblem.Severity) in
                problems.filter { $0.problem.severity == severity }.map(\.description)
            }
            return Watched(
                monitor: monitor.name, path: monitor.fences.text,
                count: composition.engine.fenceSets[monitor.fences]?.set?.count,
                rejected: texts(.rejected), unjudged: (unjudged[monitor.name] ?? []).map(\.reason),
                warned: texts(.warned))
        }
    }
}
