import Chronology
import FenceFiles
import Fixes
import Geodesy
import Geofencing

extension FenceSet {
    /// Reads, searches and evaluates the fences in every way that the daemon does: a trap or an
    /// endless search shows an unchecked value.
    func exercise() {
        for fence in fences {
            _ = self.fence(id: fence.id)
            _ = fence.settings.expiresAt?.rfc3339
        }
        let name = FenceSetName("f")
        var configuration = EngineConfiguration()
        configuration.fenceSets[name] = LoadedFences(set: self)
        configuration.monitors = Self.monitors(of: name)
        var engine = Engine()
        var now = BootInstant(nanoseconds: 0)
        _ = engine.handle(.configure(configuration), at: now)
        for (number, update) in Self.track.enumerated() {
            now = BootInstant(nanoseconds: Int64(number + 1) * 1_000_000_000)
            _ = engine.handle(.fix(update, source: "s"), at: now)
        }
        for monitor in configuration.monitors {
            for id in engine.fenceIDs(of: monitor.name, limit: .max) {
                _ = engine.fence(id, of: monitor.name)
                _ = engine.explain(fence: id, monitor: monitor.name, at: nil)
            }
        }
        _ = engine.monitors()
        // Replaces the damaged set by another one and back.
        let saved = engine.savedState(at: now)
        _ = engine.handle(.changeFences(name, [.set(.empty), .set(self)]), at: now)
        _ = engine.handle(.restore(saved), at: now)
    }

    /// Monitors that use every field of a set.
    private static func monitors(of name: FenceSetName) -> [MonitorDefinition] {
        let plain = MonitorDefinition(name: "plain", source: "s", fences: name)
        var wide = MonitorDefinition(name: "wide", source: "s", fences: name)
        wide.buffer_m = 30
        wide.toleranceExit = 0.5
        wide.ignorePeriod_s = 0
        wide.dwell_s = 2
        wide.dwellRepeat_s = 1
        var sure = MonitorDefinition(name: "sure", source: "s", fences: name)
        sure.relation = .enterContainsAndExitDoesNotIntersect
        sure.accuracyMode = .useGeometryWithAccuracy
        sure.initial = .both
        return [plain, wide, sure]
    }

    /// Fixes in, near and far from the fences of `every-kind.geojson`: along their row, across the
    /// antimeridian, at a pole.
    private static let track: [LocationUpdate] = {
        var places = (0..<14).map {
            Coordinate(latitude: 50.005, longitude: 1 + Double($0) / 50)
        }
        places += [(50.005, 179.95), (50.005, -179.95), (89.99, 10), (42.5, 0), (-33, 151)].map {
            Coordinate(latitude: $0.0, longitude: $0.1)
        }
        // Several fixes at each far place: the first ones are rejected as a jump.
        places = places.prefix(14) + places.dropFirst(14).flatMap { [$0, $0, $0] }
        return places.enumerated().map { number, place in
            var update = LocationUpdate(
                position: place,
                time: UTCInstant(nanoseconds: Int64(number + 1) * 1_000_000_000))
            update.accuracy_m = 8
            update.altitude_m = 12
            update.floor = 3
            return update
        }
    }()
}
