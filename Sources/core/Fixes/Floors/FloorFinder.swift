import Geodesy

/// Determines the floor of a fix from its altitude, within the buildings that have a floor map.
package struct FloorFinder: Sendable {
    private struct Building: Sendable {
        var map: FloorMap
        var plan: ShapeStore
    }

    private var buildings: [Building] = []
    /// Whether there is no building with a floor map.
    package var isEmpty: Bool { buildings.isEmpty }
    /// The building and floor of the last accepted fix, by source. A floor is kept until the
    /// altitude is clearly off it, or the receiver leaves the building.
    private var last: [String: Place] = [:]

    private struct Place: Sendable, Hashable {
        var building: Int
        var floor: Int
    }

    /// Creates a finder without buildings.
    package init() {}

    /// Creates a finder for those buildings; a building with an invalid outline is left out. The
    /// finder takes over the last floors in buildings of the same name from `old`.
    package init(_ maps: [FloorMap], after old: FloorFinder) {
        buildings = maps.compactMap { map in
            var builder = ShapeStore.Builder()
            guard (try? builder.append(map.building)) != nil else { return nil }
            return Building(map: map, plan: builder.finish())
        }
        last = old.last.compactMapValues { place in
            let name = old.buildings[place.building].map.name
            return buildings.firstIndex { $0.map.name == name }
                .map { Place(building: $0, floor: place.floor) }
        }
    }

    /// Returns the floor of a fix that reports none. Nil when no building or floor matches, and
    /// when the altitude is unknown or too inaccurate to distinguish floors.
    package func floor(of update: LocationUpdate, source: String) -> Int? {
        guard let altitude = update.altitude_m, let index = building(at: update.position) else {
            return nil
        }
        let map = buildings[index].map
        let before = last[source].flatMap { $0.building == index ? $0.floor : nil }
        guard let floor = map.floor(at: altitude, after: before) else { return nil }
        let hysteresis_m = floor.floor == before ? map.hysteresis_m : 0
        let clear_m = min(
            map.hasFloor(below: floor) ? altitude - floor.altitudeMinimum_m : .infinity,
            map.hasFloor(above: floor) ? floor.altitudeMaximum_m - altitude : .infinity)
        return clear_m + hysteresis_m >= update.verticalReach_m ? floor.floor : nil
    }

    /// Records the floor of an accepted fix. When the floor is unknown, the floor of the fix before
    /// is kept only while the receiver is in the same building.
    package mutating func remember(_ update: LocationUpdate, source: String) {
        guard let index = building(at: update.position) else { return last[source] = nil }
        if let floor = update.floor {
            last[source] = Place(building: index, floor: floor)
        } else if last[source]?.building != index {
            last[source] = nil
        }
    }

    private func building(at place: Coordinate) -> Int? {
        buildings.firstIndex { $0.plan.side(of: place, shape: 0) != .outside }
    }
}

extension FloorMap {
    fileprivate func hasFloor(below floor: Floor) -> Bool {
        floors.contains { $0.altitudeMaximum_m <= floor.altitudeMinimum_m }
    }

    fileprivate func hasFloor(above floor: Floor) -> Bool {
        floors.contains { $0.altitudeMinimum_m >= floor.altitudeMaximum_m }
    }

    /// Returns the floor at an altitude. The floor before is kept until the altitude is outside its
    /// range by more than the hysteresis.
    fileprivate func floor(at altitude: Double, after before: Int?) -> Floor? {
        if let before, let floor = floors.first(where: { $0.floor == before }),
            altitude >= floor.altitudeMinimum_m - hysteresis_m,
            altitude <= floor.altitudeMaximum_m + hysteresis_m
        {
            return floor
        }
        return floors.first {
            altitude >= $0.altitudeMinimum_m && altitude < $0.altitudeMaximum_m
        }
    }
}
