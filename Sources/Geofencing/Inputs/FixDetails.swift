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
}
