/// The dimensions of a solution. The raw values are used in GSA sentences and by gpsd.
public enum FixMode: Int, Hashable, Sendable, BitwiseCopyable {
    /// Latitude and longitude; the height is assumed.
    case twoDimensional = 2
    /// Latitude, longitude and height.
    case threeDimensional = 3
}
