public import Geodesy
public import Geofencing

/// A building as configured, whose ground plan may still have to be read from a file.
public struct FloorMapSettings: Sendable, Hashable {
    /// Where the ground plan is.
    public enum Building: Sendable, Hashable {
        /// In a GeoJSON file of that path.
        case file(String)
        /// In the configuration itself.
        case shape(Shape)
    }

    /// The building's name.
    public var name: String
    /// The ground plan.
    public var building: Building
    /// The floors; their altitude ranges do not overlap.
    public var floors: [FloorMap.Floor]
    /// Metres beyond a floor's range before the next floor is believed.
    public var hysteresis_m: Double

    /// The floor map, once the ground plan is known.
    public func floorMap(building: Shape) -> FloorMap {
        FloorMap(name: name, building: building, floors: floors, hysteresis_m: hysteresis_m)
    }
}
