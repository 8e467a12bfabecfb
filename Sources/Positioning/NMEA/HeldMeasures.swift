/// What GGA, GNS and GSA told last of height and dilution: receivers that tell position or speed more often
/// than that, or not in one burst, would else give fixes without.
struct HeldMeasures {
    /// Nanoseconds of receiver time that what was told holds for: of two sentences a second apart one
    /// may be lost.
    private static let reach: Int64 = 2_500_000_000

    private var timeOfHeight: Int64 = -1
    private var altitude = Double.nan
    private var geoidSeparation = Double.nan
    private var timeOfDilution: Int64 = -1
    private var hdop = Double.nan

    /// Takes what a sentence says, for the moment of that time; what tells no height or dilution says that
    /// there is none.
    @inline(__always)
    mutating func note(_ observation: Observation, timeOfDay: Int64) {
        switch observation.kind {
        case .gga, .gns:
            guard observation.hasPosition else { return }
            timeOfHeight = timeOfDay
            altitude = observation.altitude
            geoidSeparation = observation.geoidSeparation
        case .gsa where observation.dimensions > 1: break
        case .gsa, .rmc, .gll, .gst, .vtg, .gsv, .zda, .hdt, .ths: return
        }
        timeOfDilution = timeOfDay
        hdop = observation.hdop
    }

    /// There is no fix: nothing of before holds.
    mutating func forget() {
        timeOfHeight = -1
        timeOfDilution = -1
    }

    /// Adds what an epoch lacks.
    @inline(__always)
    func complete(_ epoch: inout Epoch) {
        if epoch.altitude.isNaN, Self.holds(timeOfHeight, at: epoch.timeOfDay) {
            epoch.altitude = altitude
            epoch.geoidSeparation = geoidSeparation
        }
        if epoch.hdop.isNaN, Self.holds(timeOfDilution, at: epoch.timeOfDay) { epoch.hdop = hdop }
    }

    /// Whether what was told of one time of day holds at another.
    @inline(__always)
    static func holds(_ time: Int64, at now: Int64) -> Bool {
        guard time >= 0, now >= 0 else { return false }
        return (0...reach).contains(SpokenMoment.nanoseconds(from: time, to: now))
    }
}
