/// What a source reports of a fix that no evaluation of fences needs: only expressions read it.
///
/// An object, so that it is handed on in one word.
public final class FixDetails: Sendable {
    /// Satellites in the solution.
    public let satellites: Int?
    /// Horizontal dilution of precision.
    public let hdop: Double?
    /// Where the vehicle points, degrees clockwise from true north.
    public let heading_deg: Double?
    /// Keys of the sender's own, as the text of a JSON object.
    public let additional: String?

    /// Details as far as the source reports them.
    public init(
        satellites: Int? = nil, hdop: Double? = nil, heading_deg: Double? = nil,
        additional: String? = nil
    ) {
        self.satellites = satellites
        self.hdop = hdop
        self.heading_deg = heading_deg
        self.additional = additional
    }

    /// These details with what a later report of the same fix adds.
    func completed(by later: FixDetails?) -> FixDetails {
        guard let later else { return self }
        return FixDetails(
            satellites: satellites ?? later.satellites, hdop: hdop ?? later.hdop,
            heading_deg: heading_deg ?? later.heading_deg,
            additional: additional ?? later.additional)
    }
}

extension FixDetails: Hashable {
    /// Whether both report the same.
    public static func == (left: FixDetails, right: FixDetails) -> Bool {
        left.satellites == right.satellites && left.hdop == right.hdop
            && left.heading_deg == right.heading_deg && left.additional == right.additional
    }

    /// Takes in all of it.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(satellites)
        hasher.combine(hdop)
        hasher.combine(heading_deg)
        hasher.combine(additional)
    }
}
