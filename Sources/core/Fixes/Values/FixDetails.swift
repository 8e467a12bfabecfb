/// The values of a fix that no evaluation of fences needs. Only expressions read them.
///
/// A class, so that a reference is passed instead of a copy.
public final class FixDetails: Sendable {
    /// The number of satellites in the solution.
    public let satellites: Int?
    /// The horizontal dilution of precision.
    public let hdop: Double?
    /// The direction of the front of the vehicle, in degrees clockwise from true north.
    public let heading_deg: Double?
    /// Additional keys of the sender, as the text of a JSON object.
    public let additional: String?

    /// Creates details with the values that the source reports.
    public init(
        satellites: Int? = nil, hdop: Double? = nil, heading_deg: Double? = nil,
        additional: String? = nil
    ) {
        self.satellites = satellites
        self.hdop = hdop
        self.heading_deg = heading_deg
        self.additional = additional
    }

    /// These details with the values that a later report of the same fix adds.
    func completed(by later: FixDetails?) -> FixDetails {
        guard let later else { return self }
        return FixDetails(
            satellites: satellites ?? later.satellites, hdop: hdop ?? later.hdop,
            heading_deg: heading_deg ?? later.heading_deg,
            additional: additional ?? later.additional)
    }
}

extension FixDetails: Hashable {
    /// Returns whether both have the same values.
    public static func == (left: FixDetails, right: FixDetails) -> Bool {
        left.satellites == right.satellites && left.hdop == right.hdop
            && left.heading_deg == right.heading_deg && left.additional == right.additional
    }

    /// Hashes all values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(satellites)
        hasher.combine(hdop)
        hasher.combine(heading_deg)
        hasher.combine(additional)
    }
}
