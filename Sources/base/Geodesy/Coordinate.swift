/// A place on the WGS84 ellipsoid.
public struct Coordinate: BitwiseCopyable, Hashable, Sendable {
    /// Geodetic latitude in degrees, -90 to 90, positive north.
    public var latitude: Double
    /// Longitude in degrees, positive east. It may be beyond ±180: 190 is -170.
    public var longitude: Double

    /// Creates the place at `latitude` and `longitude`, in degrees.
    @inlinable
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
