public import Chronology
public import Geodesy

/// One fix of a source as the engine uses it: place, time and accuracy. A value that is not known
/// is nil, never 0.
///
/// A fix is copied several times on its path, and such copies would cost more than the evaluation
/// of a fix that changes nothing. It is therefore stored as five pairs of words without tag bytes;
/// each pair is loaded and stored as a whole. See `Pair`.
public struct LocationUpdate: BitwiseCopyable, Sendable, Hashable {
    @usableFromInline var place: SIMD2<Double>
    /// Time and speed.
    @usableFromInline var motion = Pair(UInt64(bitPattern: .min), .unknown)
    /// Accuracy and its level.
    @usableFromInline var certainty = Pair(.unknown, 0.95.bitPattern)
    /// Altitude and its accuracy.
    @usableFromInline var height = Pair(.unknown, .unknown)
    /// Course, and floor with flags.
    @usableFromInline var rest = Pair(.unknown, 0)

    /// Creates a fix with only place and time.
    @inlinable
    public init(position: Coordinate, time: UTCInstant?) {
        place = SIMD2(position.latitude, position.longitude)
        self.time = time
    }
}

extension LocationUpdate {
    /// The reported place.
    @inlinable
    public var position: Coordinate {
        get { Coordinate(latitude: place.x, longitude: place.y) }
        set { place = SIMD2(newValue.latitude, newValue.longitude) }
    }

    /// The time at which the receiver was at the place; nil when no date is known or the date is
    /// not trusted.
    @inlinable
    public var time: UTCInstant? {
        get { time_ns == .min ? nil : UTCInstant(nanoseconds: time_ns) }
        set { motion.x = UInt64(bitPattern: newValue?.nanoseconds ?? .min) }
    }

    /// The time in nanoseconds since 1970; `Int64.min` without a time.
    @inlinable
    var time_ns: Int64 { Int64(bitPattern: motion.x) }

    /// The horizontal radius in metres that contains the true place with probability
    /// `accuracyLevel`.
    @inlinable
    public var accuracy_m: Double? {
        get { certainty.x.measure }
        set { certainty.x = UInt64(measure: newValue) }
    }

    /// The probability of `accuracy_m`. Outside 0.01 ..< 1 the radius is taken as it is.
    @inlinable
    public var accuracyLevel: Double {
        get { Double(bitPattern: certainty.y) }
        set { certainty.y = newValue.bitPattern }
    }

    /// The altitude in metres above mean sea level.
    @inlinable
    public var altitude_m: Double? {
        get { height.x.measure }
        set { height.x = UInt64(measure: newValue) }
    }

    /// The vertical accuracy in metres at 95 %.
    @inlinable
    public var verticalAccuracy_m: Double? {
        get { height.y.measure }
        set { height.y = UInt64(measure: newValue) }
    }

    /// The speed over ground in metres per second.
    @inlinable
    public var speed_mps: Double? {
        get { motion.y.measure }
        set { motion.y = UInt64(measure: newValue) }
    }

    /// The course over ground in degrees clockwise from true north, 0 to 360.
    @inlinable
    public var course_deg: Double? {
        get { rest.x.measure }
        set { rest.x = UInt64(measure: newValue) }
    }

    /// The floor of the building, limited to 32 bits.
    @inlinable
    public var floor: Int? {
        get { rest.y & Self.hasFloor == 0 ? nil : Int(Int32(truncatingIfNeeded: rest.y)) }
        set {
            let flags = rest.y & (Self.isOld | Self.hasWrapped | Self.isLine | Self.isDelayed)
            guard let newValue else { return rest.y = flags }
            rest.y = flags | Self.hasFloor | UInt64(UInt32(bitPattern: Int32(clamping: newValue)))
        }
    }

    /// Whether this is an old position that must not be treated as current.
    @inlinable
    public var isLastKnown: Bool {
        get { rest.y & Self.isOld != 0 }
        set { rest.y = newValue ? rest.y | Self.isOld : rest.y & ~Self.isOld }
    }

    /// Whether the week counter of the receiver has wrapped, so that its time is not trusted.
    @inlinable
    public var hasWeekRollover: Bool {
        get { rest.y & Self.hasWrapped != 0 }
        set { rest.y = newValue ? rest.y | Self.hasWrapped : rest.y & ~Self.hasWrapped }
    }

    /// Whether the fix arrived as a JSON line, from a device that reports at irregular intervals
    /// and may have stored the fix first.
    @inlinable
    public var comesAsJSONLine: Bool {
        get { rest.y & Self.isLine != 0 }
        set { rest.y = newValue ? rest.y | Self.isLine : rest.y & ~Self.isLine }
    }

    /// Whether the fix arrived long after its time.
    package var arrivedLate: Bool {
        get { rest.y & Self.isDelayed != 0 }
        set { rest.y = newValue ? rest.y | Self.isDelayed : rest.y & ~Self.isDelayed }
    }

    /// The possible error of the altitude in metres. Without a vertical accuracy, one and a half
    /// times the horizontal one.
    package var verticalReach_m: Double {
        if let verticalAccuracy_m, verticalAccuracy_m > 0 { return verticalAccuracy_m }
        return 1.5 * (usableAccuracy_m ?? 0)
    }

    @inlinable static var hasFloor: UInt64 { 1 << 32 }
    @inlinable static var isOld: UInt64 { 1 << 33 }
    @inlinable static var hasWrapped: UInt64 { 1 << 34 }
    @inlinable static var isLine: UInt64 { 1 << 35 }
    @inlinable static var isDelayed: UInt64 { 1 << 36 }
}
