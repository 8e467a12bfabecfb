public import Chronology
public import Geodesy

/// One accepted epoch of a source, as the engine sees it: where, when, how sure.
///
/// How it was measured is not the engine's business; what it cannot know is nil, never 0.
public struct LocationUpdate: Sendable, Hashable {
    /// The reported place.
    public var position: Coordinate
    /// When the receiver was there; nil when no date is known or it is not to be trusted.
    public var time: UTCInstant?
    /// Horizontal radius in metres that holds the true place with probability `accuracyLevel`.
    public var accuracy_m: Double?
    /// The probability that `accuracy_m` stands for, 0 to 1.
    public var accuracyLevel = 0.95
    /// Metres above mean sea level.
    public var altitude_m: Double?
    /// Vertical accuracy in metres, 95 %.
    public var verticalAccuracy_m: Double?
    /// Speed over ground, metres per second.
    public var speed_mps: Double?
    /// Course over ground, degrees clockwise from true north, 0 to 360.
    public var course_deg: Double?
    /// The floor of the building.
    public var floor: Int?
    /// Whether this is an old position that must not be treated as current.
    public var isLastKnown = false

    /// An update that knows only place and time.
    public init(position: Coordinate, time: UTCInstant?) {
        self.position = position
        self.time = time
    }
}
