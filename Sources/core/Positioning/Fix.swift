public import Chronology
public import Geodesy

/// A position from a receiver, with its quality and the other data of the report.
///
/// A value is a usable position: a missing or simulated position or an invalid sentence is another
/// case of ``Report``. A value that the receiver did not report is nil, never 0.
public struct Fix: Hashable, Sendable {
    /// The position in WGS 84.
    public var position: Coordinate
    /// Height above mean sea level in metres; an assumed height when `mode` is two-dimensional.
    public var altitudeMetres: Double?
    /// Height above the WGS84 ellipsoid in metres.
    public var ellipsoidalHeightMetres: Double?

    /// The UTC time of the measurement; nil when the date is unknown (a receiver that sends only
    /// GGA or GLL and never received a date).
    public var time: UTCInstant?
    /// The time of day when only the date is unknown: nanoseconds since midnight UTC, below
    /// 86,400,000,000,000.
    public var timeOfDay_ns: Int64?
    /// How far `time` can be trusted.
    public var timeQuality: TimeQuality
    /// Whether the fix belongs to a leap second (`23:59:60`); `time` is then one second earlier.
    public var isLeapSecond = false

    /// Speed over ground in metres per second, not negative.
    public var speedMetresPerSecond: Double?
    /// Direction of travel over ground, degrees clockwise from true north, 0 ..< 360.
    public var courseDegrees: Double?
    /// The heading of the vehicle, degrees clockwise from true north, 0 ..< 360.
    public var headingDegrees: Double?

    /// Whether the solution includes the height.
    public var mode: FixMode
    /// Whether sensors other than satellites extrapolated the position.
    public var isDeadReckoned = false

    /// The accuracy of the position.
    public var horizontalAccuracy: HorizontalAccuracy?
    /// The accuracy of the height: the metres that hold 95 % of errors.
    public var verticalAccuracyMetres: Double?
    /// Horizontal dilution of precision; nil for the values that mean unknown (0, 99.99).
    public var hdop: Double?
    /// The number of satellites in the solution.
    public var satellitesUsed: Int?
    /// The number of satellites in view.
    public var satellitesVisible: Int?

    /// The floor of the building, from indoor positioning only.
    public var floor: Int?
    /// Whether this repeats an old position: it is displayed but never changes a fence state.
    public var isLastKnown = false
    /// Whether the fix was received as a JSON line: the sender reports at any time and may have
    /// stored the fix before it sent it.
    public var comesAsJSONLine = false
    /// gpsd's jamming indicator, 0 (none) to 255; nil when the receiver reports none.
    public var jamming: Int?
    /// Additional values from the sender; nil without any.
    public var additional: FixAdditions?

    /// Creates a fix with only a position.
    ///
    /// - Parameters:
    ///   - position: the position, latitude -90 to 90.
    ///   - time: the time of the measurement, if known.
    ///   - timeQuality: how far `time` can be trusted; by default `.gnss` when there is a time.
    ///   - mode: whether the solution includes the height.
    public init(
        position: Coordinate, time: UTCInstant? = nil, timeQuality: TimeQuality? = nil,
        mode: FixMode = .twoDimensional
    ) {
        self.position = position
        self.time = time
        self.timeQuality = timeQuality ?? (time == nil ? .none : .gnss)
        self.mode = mode
    }

    /// The measured height above mean sea level in metres; nil for a two-dimensional solution,
    /// whose height is assumed: often the last known height, or 0.
    public var measuredAltitudeMetres: Double? {
        mode == .twoDimensional ? nil : altitudeMetres
    }
}
