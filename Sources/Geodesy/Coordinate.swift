/// A place on the WGS84 ellipsoid.
public struct Coordinate: BitwiseCopyable, Hashable, Sendable {
    /// Geodetic latitude in degrees, -90 to 90, positive north.
    public var latitude: Double
    /// Longitude in degrees, positive east. Any turn of the circle is allowed: 190 is -170.
    public var longitude: Double

    /// The place at `latitude` and `longitude`, in degrees.
    @inlinable
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
