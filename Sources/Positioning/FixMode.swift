/// The dimensions of a solution. The raw values are those of GSA sentences and of gpsd.
public enum FixMode: Int, Hashable, Sendable, BitwiseCopyable {
    /// Latitude and longitude, height assumed.
    case twoDimensional = 2
    /// Latitude, longitude and height.
    case threeDimensional = 3
}
