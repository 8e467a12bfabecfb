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
