internal import Composition
internal import ControlProtocol
internal import Geofencing
internal import Glibc
internal import Settings
internal import SystemServices

extension FloorsCheck {
    /// Collects the level fences. A source that has reported a floor can report floors.
    init(of composition: Composition, _ status: DaemonStatus?) {
        let configuration = composition.configuration
        let reported = status?.monitors.flatMap(\.warnings)
            .filter { $0.code == MonitorWarning.Code.floorMapUnavailable.rawValue }.map(\.message)
        // A running daemon may read files that this user may not: its warnings then decide.
        let lost = composition.lostPlans.filter {
            reported == nil || !$0.description.contains(SystemError.reason(EACCES))
        }
        unusableFloorMaps = lost.map(\.description)
        let unread = configuration.floorMaps.compactMap(\.plan).filter { path in
            reported?.contains { $0.contains("cannot be used: \(path): ") } == true
        }
        unreadPlans = Set(unread).subtracting(lost.map(\.problem.path)).sorted()
        floorMaps = configuration.floorMaps.count
        monitors = configuration.monitors.compactMap { monitor in
            let fences = composition.engine.fenceSets[monitor.fences]?.set?.fences ?? []
            let level = fences.count {
                $0.settings.floor != nil && $0.settings.effectiveKind == .level
            }
            guard level > 0, configuration.level.enabled else { return nil }
            let origin = configuration.origin(of: monitor.source)
            let source = configuration.sources.first { $0.name == origin }
            let record = status?.sources.first { $0.name == monitor.source }
            return Watched(
                monitor: monitor.name, source: monitor.source, fences: level,
                isStrict: (monitor.floorPolicy ?? configuration.level.floorPolicy) == .strict,
                sourceGivesFloors: source?.kind.mayGiveFloors == true
                    || record?.last_fix?.floor != nil)
        }
    }
}

extension FloorMapSettings {
    /// The path of the ground plan; nil where the configuration itself contains the plan.
    fileprivate var plan: String? {
        guard case .file(let path) = building else { return nil }
        return path
    }
}
