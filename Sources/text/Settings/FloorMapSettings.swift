import ConfigurationText
public import Fixes
public import Geodesy

/// A configured building. Its ground plan may still have to be read from a file.
public struct FloorMapSettings: Sendable, Hashable {
    /// Where the ground plan is.
    public enum Building: Sendable, Hashable {
        /// The path of a GeoJSON file.
        case file(String)
        /// The shape given in the configuration.
        case shape(Shape)
    }

    /// The name of the building.
    public var name: String
    /// The ground plan.
    public var building: Building
    /// The floors; their altitude ranges do not overlap.
    public var floors: [FloorMap.Floor]
    /// The metres beyond a floor's range before the next floor applies.
    public var hysteresis_m: Double

    /// Returns the floor map with that ground plan.
    public func floorMap(building: Shape) -> FloorMap {
        FloorMap(name: name, building: building, floors: floors, hysteresis_m: hysteresis_m)
    }
}

extension FloorMapSettings {
    /// Reads one `[[floor_map]]`.
    static func read(_ table: inout TableReader, taken: inout Set<String>) -> FloorMapSettings {
        let name = table.uniqueName(&taken)
        let building = building(&table)
        let floors = table.tables("floors", floor)
        table.demand("floors", "the floors with floor, altitude_min_m and altitude_max_m each")
        let hysteresis_m = table.number("hysteresis_m", 0...100) ?? 1
        checkOverlap(floors, &table)
        return FloorMapSettings(
            name: name, building: building, floors: floors, hysteresis_m: hysteresis_m)
    }

    private static func building(_ table: inout TableReader) -> Building {
        table.demand("building", "a GeoJSON file, or the corners as [[longitude, latitude], …]")
        guard let value = table.take("building") else { return .file("") }
        if case .text = value.content { return .file(table.path("building") ?? "") }
        guard let ring = ring(value) else {
            table.refuse(
                "building",
                "must be the path of a GeoJSON file or at least three corners "
                    + "[longitude, latitude] in degrees")
            return .file("")
        }
        let shape = Shape.polygons([Polygon(rings: [ring])])
        var store = ShapeStore.Builder()
        if (try? store.append(shape)) == nil {
            table.refuse(
                "building", "encloses nothing; name at least three corners that are not in line")
        }
        return .shape(shape)
    }

    /// Reads the corners `[[longitude, latitude], …]`; nil for anything else.
    private static func ring(_ value: TOMLValue) -> [Coordinate]? {
        guard case .array(let corners) = value.content, corners.count >= 3 else { return nil }
        var ring: [Coordinate] = []
        for corner in corners {
            guard case .array(let pair) = corner.content, pair.count == 2,
                let longitude = pair[0].degrees, let latitude = pair[1].degrees,
                longitude.magnitude <= 180, latitude.magnitude <= 90
            else { return nil }
            ring.append(Coordinate(latitude: latitude, longitude: longitude))
        }
        return ring
    }

    private static func floor(_ table: inout TableReader) -> FloorMap.Floor {
        table.demand("floor", "the number of the floor")
        table.demand("altitude_min_m", "the floor's lowest altitude")
        table.demand("altitude_max_m", "the floor's highest altitude")
        let floor = FloorMap.Floor(
            floor: table.integer("floor", -1000...1000) ?? 0,
            altitudeMinimum_m: table.number("altitude_min_m", -1e4...1e5) ?? 0,
            altitudeMaximum_m: table.number("altitude_max_m", -1e4...1e5) ?? 1)
        if table.has("altitude_min_m"), table.has("altitude_max_m"),
            floor.altitudeMaximum_m <= floor.altitudeMinimum_m
        {
            table.refuse(
                "altitude_max_m",
                "must be more than altitude_min_m (\(floor.altitudeMinimum_m.short))")
        }
        return floor
    }

    private static func checkOverlap(_ floors: [FloorMap.Floor], _ table: inout TableReader) {
        let ordered = floors.sorted { $0.altitudeMinimum_m < $1.altitudeMinimum_m }
        for (lower, upper) in zip(ordered, ordered.dropFirst())
        where upper.altitudeMinimum_m < lower.altitudeMaximum_m {
            table.refuse(
                "floors",
                "has floors \(lower.floor) and \(upper.floor) at the same altitude; "
                    + "let one end where the next begins")
        }
        if Set(floors.map(\.floor)).count < floors.count {
            table.refuse("floors", "has a floor number twice")
        }
    }
}

extension TOMLValue {
    fileprivate var degrees: Double? {
        switch content {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        case .table, .array, .text, .flag, .dateOrTime: nil
        }
    }
}
