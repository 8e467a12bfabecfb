public import Geodesy

/// A building in which altitude tells the floor.
public struct FloorMap: Sendable, Hashable {
    /// One floor and the altitudes that belong to it.
    public struct Floor: Sendable, Hashable {
        /// The floor's number.
        public var floor: Int
        /// Its lowest altitude, metres above mean sea level.
        public var altitudeMinimum_m: Double
        /// Its highest altitude, metres above mean sea level.
        public var altitudeMaximum_m: Double

        /// A floor between two altitudes.
        public init(floor: Int, altitudeMinimum_m: Double, altitudeMaximum_m: Double) {
            self.floor = floor
            self.altitudeMinimum_m = altitudeMinimum_m
            self.altitudeMaximum_m = altitudeMaximum_m
        }
    }

    /// The building's name.
    public var name: String
    /// The ground plan; altitude means nothing outside it.
    public var building: Shape
    /// The floors; their altitude ranges do not overlap.
    public var floors: [Floor]
    /// Metres beyond a floor's range before the next floor is believed.
    public var hysteresis_m: Double

    /// A building with its floors.
    public init(name: String, building: Shape, floors: [Floor], hysteresis_m: Double = 1) {
        self.name = name
        self.building = building
        self.floors = floors
        self.hysteresis_m = hysteresis_m
    }
}
