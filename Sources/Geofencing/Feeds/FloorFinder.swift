import Geodesy

/// Tells the floor of a fix from its altitude, within the buildings that have a floor map.
struct FloorFinder: Sendable {
    private struct Building: Sendable {
        var map: FloorMap
        var plan: ShapeStore
    }

    private var buildings: [Building] = []
    /// Whether there is no building whose floors it could tell.
    var isEmpty: Bool { buildings.isEmpty }
    /// The building and floor of the last fix, by source: a floor is kept until the altitude is
    /// clearly off it.
    private var last: [String: Place] = [:]

    private struct Place: Sendable, Hashable {
        var building: Int
        var floor: Int
    }

    /// A finder that knows no buildings.
    init() {}

    /// A finder for those buildings; one whose plan cannot be drawn is left out.
    init(_ maps: [FloorMap]) {
        buildings = maps.compactMap { map in
            var builder = ShapeStore.Builder()
            guard (try? builder.append(map.building)) != nil else { return nil }
            return Building(map: map, plan: builder.finish())
        }
    }

    /// The floor of a fix that does not know its own; nil where no building or no floor fits, or
    /// the altitude is too uncertain to tell one floor from the next.
    mutating func floor(of update: LocationUpdate, source: String) -> Int? {
        guard let altitude = update.altitude_m,
            let index = buildings.firstIndex(where: {
                $0.plan.side(of: update.position, shape: 0) != .outside
            })
        else {
            last[source] = nil
            return nil
        }
        let map = buildings[index].map
        let before = last[source].flatMap { $0.building == index ? $0.floor : nil }
        let floor = map.floor(at: altitude, after: before)
        let isCertain =
            update.verticalAccuracy_m.map { $0 <= (floor?.height_m ?? 0) / 2 } ?? true
        guard let floor, isCertain else { return nil }
        last[source] = Place(building: index, floor: floor.floor)
        return floor.floor
    }
}

extension FloorMap {
    /// The floor at an altitude; the one before stays until the altitude is beyond its range by
    /// more than the hysteresis.
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

extension FloorMap.Floor {
    fileprivate var height_m: Double { altitudeMaximum_m - altitudeMinimum_m }
}
