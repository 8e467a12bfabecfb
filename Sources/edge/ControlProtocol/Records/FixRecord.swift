/// One fix of a source. Unknown values are null or absent, never 0.
public struct FixRecord: Sendable, Hashable {
    /// The source.
    public var source: String?
    /// The time of the position, RFC 3339.
    public var time: String?
    /// Degrees north, WGS84.
    public var lat: Double
    /// Degrees east, WGS84.
    public var lon: Double
    /// Metres above mean sea level.
    public var altitude_m: Double?
    /// Metres of vertical accuracy, 95 %.
    public var vertical_accuracy_m: Double?
    /// Speed over ground, metres per second.
    public var speed_mps: Double?
    /// Course over ground, degrees clockwise from true north.
    public var course_deg: Double?
    /// The heading of the vehicle, degrees clockwise from true north; absent when unknown.
    public var heading_deg: Double?
    /// 2 for a fix without altitude, 3 for a fix with altitude.
    public var mode: Int?
    /// The radius in metres that contains the true position with probability `accuracy_level`.
    public var accuracy_m: Double?
    /// The probability that `accuracy_m` stands for, 0 to 1.
    public var accuracy_level: Double?
    /// The origin of the accuracy: `gst`, `gpsd`, `hdop` or `given`.
    public var accuracy_basis: String?
    /// The floor of the building.
    public var floor: Int?
    /// Satellites used.
    public var satellites: Int?
    /// Horizontal dilution of precision.
    public var hdop: Double?
    /// The time at which the fix arrived, RFC 3339 by the system clock.
    public var received_at: String?
    /// Seconds since the fix arrived, in responses.
    public var age_s: Double?
    /// Whether the source marks it as an old position.
    public var last_known: Bool?
    /// Why the fix was not accepted, as in the counters of the source; absent for an accepted fix.
    public var refused: String?
    /// The jamming indicator, 0 to 255, where the receiver reports it.
    public var jamming: Int?
    /// Further keys of the sender, a JSON object; absent without any.
    public var additional: RawJSON?

    /// Creates a fix with its position only.
    public init(lat: Double, lon: Double) {
        self.lat = lat
        self.lon = lon
    }
}

extension FixRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case source, time, lat, lon, altitude_m, vertical_accuracy_m, speed_mps, course_deg, mode
        case accuracy_m, accuracy_level, accuracy_basis, floor, satellites, hdop, received_at
        case age_s, last_known, refused, jamming, heading_deg, additional
    }

    /// Encodes null for unknown values of common keys. Unknown values of rarer keys are absent.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(source, forKey: .source)
        try container.encode(time, forKey: .time)
        try container.encode(lat, forKey: .lat)
        try container.encode(lon, forKey: .lon)
        try container.encode(altitude_m, forKey: .altitude_m)
        try container.encodeIfPresent(vertical_accuracy_m, forKey: .vertical_accuracy_m)
        try container.encode(speed_mps, forKey: .speed_mps)
        try container.encode(course_deg, forKey: .course_deg)
        try container.encodeIfPresent(heading_deg, forKey: .heading_deg)
        try container.encode(mode, forKey: .mode)
        try container.encode(accuracy_m, forKey: .accuracy_m)
        try container.encodeIfPresent(accuracy_level, forKey: .accuracy_level)
        try container.encodeIfPresent(accuracy_basis, forKey: .accuracy_basis)
        try container.encode(floor, forKey: .floor)
        try container.encodeIfPresent(satellites, forKey: .satellites)
        try container.encodeIfPresent(hdop, forKey: .hdop)
        try container.encodeIfPresent(received_at, forKey: .received_at)
        try container.encodeIfPresent(age_s, forKey: .age_s)
        try container.encodeIfPresent(last_known, forKey: .last_known)
        try container.encodeIfPresent(refused, forKey: .refused)
        try container.encodeIfPresent(jamming, forKey: .jamming)
        try container.encodeIfPresent(additional, forKey: .additional)
    }
}
