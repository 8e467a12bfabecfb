/// What was said after the fix of its epoch: by VTG, GST, HDT and THS of a cycle that ends before
/// them, by a GSA that begins a burst, and by an RMC that comes less often. It belongs to the next
/// epoch.
struct EarlyWords {
    private var epoch = Epoch()
    private var isEmpty = true
    private var timeOfGST: Int64 = -1

    @inline(__always)
    init() {}

    /// Takes what a sentence says, but not its time.
    @inline(__always)
    mutating func take(_ observation: Observation) {
        if observation.kind == .gst { timeOfGST = observation.timeOfDay }
        isEmpty = false
        epoch.merge(observation)
        epoch.timeOfDay = -1
    }

    /// Takes the velocity of an RMC, if it has one.
    @inline(never)
    mutating func takeVelocity(of observation: Observation) {
        guard !observation.speed.isNaN else { return }
        epoch.speed = observation.speed
        epoch.course = observation.course
        isEmpty = false
    }

    /// Drops what GSA said: it is about a position of the cycle that is over.
    mutating func forgetGSA() {
        epoch.hdop = .nan
        epoch.satellitesListed = -1
        epoch.dimensions = 0
    }

    /// A new epoch, open, with what was said early. A GST tells the time that it is about: of
    /// another one it is dropped.
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
            self = EarlyWords()
        }
        next.isOpen = true
        return next
    }
}
