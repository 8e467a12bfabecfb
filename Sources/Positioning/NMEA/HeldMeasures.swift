/// What GGA, GNS and GSA told last of height and dilution: receivers that tell position or speed more often
/// than that, or not in one burst, would else give fixes without.
struct HeldMeasures {
    /// Nanoseconds of receiver time that what was told holds for: of two sentences a second apart one
    /// may be lost.
    private static let reach: Int64 = 2_500_000_000
    private static let day: Int64 = 86_400_000_000_000

    private var timeOfHeight: Int64 = -1
    private var altitude = Double.nan
    private var geoidSeparation = Double.nan
    private var timeOfDilution: Int64 = -1
    private var hdop = Double.nan

    /// Takes what a sentence says, for the moment of that time; a position without a height says that
    /// there is none.
    @inline(__always)
    mutating func note(_ observation: Observation, timeOfDay: Int64) {
        switch observation.kind {
        case .gga, .gns:
            guard observation.verdict != .silent else { break }
            timeOfHeight = timeOfDay
            altitude = observation.altitude
            geoidSeparation = observation.geoidSeparation
        case .gsa, .rmc, .gll, .gst, .vtg, .gsv, .zda, .hdt, .ths: break
        }
        guard !observation.hdop.isNaN else { return }
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
        if epoch.altitude.isNaN, holds(timeOfHeight, at: epoch.timeOfDay) {
            epoch.altitude = altitude
            epoch.geoidSeparation = geoidSeparation
        }
        if epoch.hdop.isNaN, holds(timeOfDilution, at: epoch.timeOfDay) { epoch.hdop = hdop }
    }

    @inline(__always)
    private func holds(_ time: Int64, at now: Int64) -> Bool {
        guard time >= 0, now >= 0 else { return false }
        return (now >= time ? now - time : now - time + Self.day) <= Self.reach
    }
}
