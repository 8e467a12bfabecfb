/// The last height, dilution and dimensions of GGA, GNS and GSA. Without it, receivers that send
/// position or speed more often than these, or in another burst, would deliver fixes without them.
struct Holdover {
    /// Nanoseconds of receiver time during which a value is valid: one of two sentences that are a
    /// second apart may be lost.
    private static let reach: Int64 = 2_500_000_000
    /// The dimensions of a GSA also apply to this many later epochs.
    private static let epochs = 10

    private var timeOfHeight: Int64 = -1
    private var altitude = Double.nan
    private var geoidSeparation = Double.nan
    private var timeOfDilution: Int64 = -1
    private var hdop = Double.nan
    private var timeOfDimensions: Int64 = -1
    private var lastDimensions = 0
    /// The number of epochs since the last GSA with dimensions.
    private var age = Holdover.epochs

    /// Stores the values of a sentence with its time. A sentence without height or dilution clears
    /// them.
    @inline(__always)
    mutating func note(_ observation: Observation, timeOfDay: Int64) {
        switch observation.kind.descriptor.holdover {
        case .nothing: return
        case .heightAndDilution:
            guard observation.hasPosition else { return }
            timeOfHeight = timeOfDay
            altitude = observation.altitude
            geoidSeparation = observation.geoidSeparation
        case .dilution:
            guard observation.dimensions > 1 else { return }
        }
        timeOfDilution = timeOfDay
        hdop = observation.hdop
    }

    /// Clears height and dilution when there is no fix.
    mutating func forgetMeasures() {
        timeOfHeight = -1
        timeOfDilution = -1
    }

    /// Adds the values that an epoch does not have.
    @inline(__always)
    func complete(_ epoch: inout Epoch) {
        if epoch.altitude.isNaN, Self.holds(timeOfHeight, at: epoch.timeOfDay) {
            epoch.altitude = altitude
            epoch.geoidSeparation = geoidSeparation
        }
        if epoch.hdop.isNaN, Self.holds(timeOfDilution, at: epoch.timeOfDay) { epoch.hdop = hdop }
    }

    /// Returns the dimensions that apply at a time of day, at least as long as heights apply; 0
    /// when none apply.
    @inline(__always)
    func dimensions(at time: Int64) -> Int {
        age <= Self.epochs || Self.holds(timeOfDimensions, at: time) ? lastDimensions : 0
    }

    /// Stores the dimensions of a GSA with the time of its epoch; ignores 0, which is unknown.
    @inline(__always)
    mutating func noteDimensions(_ dimensions: Int, timeOfDay time: Int64) {
        guard dimensions > 0 else { return }
        // Each satellite system may have its own GSA: the best of one time is used.
        lastDimensions =
            age == 0 && time == timeOfDimensions ? max(lastDimensions, dimensions) : dimensions
        age = 0
        timeOfDimensions = time
    }

    /// Counts an ended epoch.
    @inline(__always)
    mutating func nextEpoch() {
        age += 1
    }

    /// Whether a value of one time of day is still valid at another.
    @inline(__always)
    private static func holds(_ time: Int64, at now: Int64) -> Bool {
        guard time >= 0, now >= 0 else { return false }
        return (0...reach).contains(TimedPosition.nanoseconds(from: time, to: now))
    }
}
