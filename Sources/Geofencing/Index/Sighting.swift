import Geodesy

/// How near one fence was found to be. A fence that a glance finds to matter is judged by the same
/// fix at once, and need not be measured twice.
struct Sighting {
    let fence: FenceNumber
    /// From where it was seen, and after a step of how many metres.
    let standpoint: Standpoint
    let step_m: Double
    /// Metres within which the distance is exact.
    let limit_m: Double
    let proximity: Proximity

    /// What it tells of a fence; nil where something else was seen, or from elsewhere.
    @inline(__always)
    func proximity(
        of fence: FenceNumber, from place: Coordinate, within limit_m: Double, step_m: Double
    ) -> Proximity? {
        fence == self.fence && place == standpoint.coordinate && limit_m == self.limit_m
            && step_m == self.step_m ? proximity : nil
    }
}
