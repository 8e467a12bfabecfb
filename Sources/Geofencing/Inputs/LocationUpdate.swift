public import Chronology
public import Geodesy

/// One accepted epoch of a source, as the engine sees it: where, when, how sure.
///
/// How it was measured is not the engine's business; what it cannot know is nil, never 0.
public struct LocationUpdate: Sendable, Hashable {
    /// The reported place.
    public var position: Coordinate
    @usableFromInline var packedTime = Int64.min
    @usableFromInline var packedAccuracy = PackedMeasure(nil)
    /// The probability that `accuracy_m` stands for, 0 to 1.
    public var accuracyLevel = 0.95
    @usableFromInline var packedAltitude = PackedMeasure(nil)
    @usableFromInline var packedVerticalAccuracy = PackedMeasure(nil)
    @usableFromInline var packedSpeed = PackedMeasure(nil)
    @usableFromInline var packedCourse = PackedMeasure(nil)
    @usableFromInline var packedFloor = Int.min
    /// Whether this is an old position that must not be treated as current.
    public var isLastKnown = false
    /// Whether the receiver's week counter has wrapped, so that its time is not to be trusted.
    public var hasWeekRollover = false

    /// An update that knows only place and time.
    @inlinable
    public init(position: Coordinate, time: UTCInstant?) {
        self.position = position
        self.time = time
    }
}

extension LocationUpdate {
    /// When the receiver was there; nil when no date is known or it is not to be trusted.
    @inlinable
    public var time: UTCInstant? {
        get { packedTime == .min ? nil : UTCInstant(nanoseconds: packedTime) }
        set { packedTime = newValue?.nanoseconds ?? .min }
    }

    /// Horizontal radius in metres that holds the true place with probability `accuracyLevel`.
    @inlinable
    public var accuracy_m: Double? {
        get { packedAccuracy.value }
        set { packedAccuracy = PackedMeasure(newValue) }
    }

    /// Metres above mean sea level.
    @inlinable
    public var altitude_m: Double? {
        get { packedAltitude.value }
        set { packedAltitude = PackedMeasure(newValue) }
    }

    /// Vertical accuracy in metres, 95 %.
    @inlinable
    public var verticalAccuracy_m: Double? {
        get { packedVerticalAccuracy.value }
        set { packedVerticalAccuracy = PackedMeasure(newValue) }
    }

    /// Speed over ground, metres per second.
    @inlinable
    public var speed_mps: Double? {
        get { packedSpeed.value }
        set { packedSpeed = PackedMeasure(newValue) }
    }

    /// Course over ground, degrees clockwise from true north, 0 to 360.
    @inlinable
    public var course_deg: Double? {
        get { packedCourse.value }
        set { packedCourse = PackedMeasure(newValue) }
    }

    /// The floor of the building.
    @inlinable
    public var floor: Int? {
        get { packedFloor == .min ? nil : packedFloor }
        set { packedFloor = newValue ?? .min }
    }
}
