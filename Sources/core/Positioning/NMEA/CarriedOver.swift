/// Values that arrived after the fix of their epoch and are carried over to the next one: VTG, GST,
/// HDT and THS after the sentence that ends the cycle, a GSA at the start of a burst, and the
/// velocity of an RMC that is less frequent.
struct CarriedOver {
    private var epoch = Epoch()
    private var isEmpty = true
    private var timeOfGST: Int64 = -1

    @inline(__always)
    init() {}

    /// Stores the values of a sentence, but not its time.
    @inline(__always)
    mutating func take(_ observation: Observation) {
        if observation.kind == .gst { timeOfGST = observation.timeOfDay }
        isEmpty = false
        epoch.merge(observation)
        epoch.timeOfDay = -1
    }

    /// Stores the velocity of an RMC if it has one.
    @inline(never)
    mutating func takeVelocity(of observation: Observation) {
        guard !observation.speed.isNaN else { return }
        epoch.speed = observation.speed
        epoch.course = observation.course
        isEmpty = false
    }

    /// Drops the values of GSA: they belong to a position of the previous cycle.
    mutating func forgetGSA() {
        epoch.hdop = .nan
        epoch.satellitesListed = -1
        epoch.dimensions = 0
        epoch.countGSA = 0
    }

    /// Returns a new open epoch with the values carried over, and removes them. The values of a GST
    /// with another time are dropped.
    @inline(__always)
    mutating func take(for timeOfDay: Int64) -> Epoch {
        var next = Epoch()
        if !isEmpty {
            next = epoch
            if timeOfGST >= 0, timeOfGST != timeOfDay {
                next.sigmaLatitude = .nan
                next.sigmaLongitude = .nan
                next.sigmaAltitude = .nan
            }
            self = CarriedOver()
        }
        next.isOpen = true
        return next
    }
}
