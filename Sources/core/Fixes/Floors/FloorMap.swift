public import Geodesy

/// A building in which the floor follows from the altitude.
public struct FloorMap: Sendable, Hashable {
    /// One floor with its range of altitudes.
    public struct Floor: Sendable, Hashable {
        /// The number of the floor.
        public var floor: Int
        /// The lowest altitude, in metres above mean sea level.
        public var altitudeMinimum_m: Double
        /// The highest altitude, in metres above mean sea level.
        public var altitudeMaximum_m: Double

        /// Creates a floor between two altitudes.
        public init(floor: Int, altitudeMinimum_m: Double, altitudeMaximum_m: Double) {
            self.floor = floor
            self.altitudeMinimum_m = altitudeMinimum_m
            self.altitudeMaximum_m = altitudeMaximum_m
        }
    }

    /// The name of the building.
    public var name: String
    /// The outline of the building; outside it, altitude does not determine a floor.
    public var building: Shape
    /// The floors; their altitude ranges do not overlap.
    public var floors: [Floor]
    /// The metres beyond the range of a floor at which the next floor is assumed.
    public var hysteresis_m: Double

    /// Creates a building with its floors.
    public init(name: String, building: Shape, floors: [Floor], hysteresis_m: Double = 1) {
        self.name = name
        self.building = building
        self.floors = floors
        self.hysteresis_m = hysteresis_m
    }
}
