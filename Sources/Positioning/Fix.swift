public import Chronology
public import Geodesy

/// A position from a receiver, with its quality and everything else that the receiver reports.
///
/// A value of this type is a usable position: no satellites, a simulated position or a broken
/// sentence are other cases of ``Report``. What the receiver did not report is nil, never 0.
public struct Fix: Hashable, Sendable {
    /// The position, on WGS 84.
    public var position: Coordinate
    /// Height above mean sea level in metres; an assumed one where `mode` is two-dimensional.
    public var altitudeMetres: Double?
    /// Height above the WGS84 ellipsoid in metres.
    public var ellipsoidalHeightMetres: Double?

    /// When the receiver was there, in UTC; nil when no date is known (a receiver that sends only
    /// GGA or GLL and was never given a date).
    public var time: UTCInstant?
    /// The time of day where only the date is not known: nanoseconds since midnight UTC, below
    /// 86,400,000,000,000.
    public var timeOfDay_ns: Int64?
    /// How far `time` can be trusted.
    public var timeQuality: TimeQuality
    /// Whether the fix belongs to a leap second (`23:59:60`); `time` then is one second earlier.
    public var isLeapSecond = false

    /// Speed over ground in metres per second, not negative.
    public var speedMetresPerSecond: Double?
    /// Direction of travel over ground, degrees clockwise from true north, 0 ..< 360.
    public var courseDegrees: Double?
    /// Where the vehicle points, degrees clockwise from true north, 0 ..< 360.
    public var headingDegrees: Double?

    /// Whether height was part of the solution.
    public var mode: FixMode
    /// Whether sensors other than satellites extrapolated the position.
    public var isDeadReckoned = false

    /// The accuracy of the position.
    public var horizontalAccuracy: HorizontalAccuracy?
    /// The accuracy of the height, metres at 95 %.
    public var verticalAccuracyMetres: Double?
    /// Horizontal dilution of precision; nil for the values that mean unknown (0, 99.99).
    public var hdop: Double?
    /// Satellites in the solution.
    public var satellitesUsed: Int?
    /// Satellites in view.
    public var satellitesVisible: Int?

    /// The floor of the building, from indoor positioning only.
    public var floor: Int?
    /// Whether this is an old position repeated: shown to people, never allowed to change a fence.
    public var isLastKnown = false
    /// Whether it came as a JSON line: the sender reports at any time and may have stored the fix
    /// before.
    public var comesAsJSONLine = false
    /// gpsd's jamming indicator, 0 (none) to 255, when the receiver gives one.
    public var jamming: Int?
    /// The further values of its sender; nil without any.
    public var additional: FixAdditions?

    /// A fix with only a position.
    ///
    /// - Parameters:
    ///   - position: the place, latitude -90 to 90.
    ///   - time: when, if known.
    ///   - timeQuality: how far `time` can be trusted; by default `.gnss` when there is a time.
    ///   - mode: whether height was part of the solution.
    public init(
        position: Coordinate, time: UTCInstant? = nil, timeQuality: TimeQuality? = nil,
        mode: FixMode = .twoDimensional
    ) {
        self.position = position
        self.time = time
        self.timeQuality = timeQuality ?? (time == nil ? .none : .gnss)
        self.mode = mode
    }

    /// Height above mean sea level in metres, if it was measured: that of a two-dimensional
    /// solution is assumed, often the last known one, or 0.
    public var measuredAltitudeMetres: Double? {
        mode == .twoDimensional ? nil : altitudeMetres
    }
}
