internal import Composition
internal import ControlProtocol
internal import Geofencing
internal import Settings

extension FloorsCheck {
    /// The level fences of a configuration; a source that has given a floor can give floors.
    init(of composition: Composition, _ status: DaemonStatus?) {
        let configuration = composition.configuration
        floorMaps = composition.engine.floorMaps.count
        lostFloorMaps = composition.engine.lostFloorMaps
        monitors = configuration.monitors.compactMap { monitor in
            let fences = composition.engine.fenceSets[monitor.fences]?.set?.fences ?? []
            let level = fences.count {
                $0.settings.floor != nil && $0.settings.effectiveKind == .level
            }
            guard level > 0, configuration.level.enabled else { return nil }
            let source = configuration.sources.first { $0.name == monitor.source }
            let record = status?.sources.first { $0.name == monitor.source }
            return Watched(
                monitor: monitor.name, source: monitor.source, fences: level,
                isStrict: (monitor.floorPolicy ?? configuration.level.floorPolicy) == .strict,
                sourceGivesFloors: source?.kind.mayGiveFloors == true
                    || record?.last_fix?.floor != nil)
        }
    }
}
