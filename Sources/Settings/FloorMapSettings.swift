public import Fixes
public import Geodesy

/// A configured building; its ground plan may still have to be read from a file.
public struct FloorMapSettings: Sendable, Hashable {
    /// The source of the ground plan.
    public enum Building: Sendable, Hashable {
        /// The path of a GeoJSON file.
        case file(String)
        /// Given in the configuration.
        case shape(Shape)
    }

    /// The name of the building.
    public var name: String
    /// The ground plan.
    public var building: Building
    /// The floors; their altitude ranges do not overlap.
    public var floors: [FloorMap.Floor]
    /// Metres beyond a floor's range before the next floor applies.
    public var hysteresis_m: Double

    /// The floor map with that ground plan.
    public func floorMap(building: Shape) -> FloorMap {
        FloorMap(name: name, building: building, floors: floors, hysteresis_m: hysteresis_m)
    }
}
