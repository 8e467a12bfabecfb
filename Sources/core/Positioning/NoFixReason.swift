/// Why a receiver has no usable position. The raw values are used in the protocol.
public enum NoFixReason: String, Hashable, Sendable, CaseIterable {
    /// The receiver marks its position as void: too few satellites.
    case void = "void"
    /// The position was entered by hand or simulated by the receiver.
    case notMeasured = "not-measured"
    /// Sensors extrapolated the position, and the source does not accept that.
    case deadReckoning = "dead-reckoning"
    /// The position repeats an old one.
    case lastKnown = "last-known"
    /// The receiver reports a fix without coordinates.
    case noCoordinates = "no-coordinates"
    /// The sender reports an error instead of a position.
    case senderError = "sender-error"

    /// One sentence: the remedy for the problem.
    public var remedy: String {
        switch self {
        case .void:
            "The receiver has no position; give its antenna a clear view of the sky."
        case .notMeasured:
            "The receiver plays a simulated or hand-entered position; switch that mode off in it."
        case .deadReckoning:
            "The receiver extrapolates without satellites (mode E); set dead_reckoning = true to "
                + "accept that."
        case .lastKnown:
            "The sender repeats an old position; its fixes are used again when it sends a current one."
        case .noCoordinates:
            "The receiver claims a position without coordinates; check its output settings."
        case .senderError:
            "The sender reports an error in place of a position; see what it says."
        }
    }
}
