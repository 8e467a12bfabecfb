/// The speeds of the last segments of a source.
struct SpeedHistory: Sendable {
    /// The number of consecutive suspect segments, and the number of accepted fixes at the last of
    /// them.
    private var suspects = (count: 0, accepted: 0)
    /// The speed of the last segment beyond the limit in metres per second, and the number of accepted
    /// fixes at that segment.
    private var fast = (speed_mps: 0.0, accepted: -1)

    /// Records whether the reported speeds do not allow a segment.
    ///
    /// - Parameter accepted: the number of accepted fixes including the one of the segment.
    mutating func add(isSuspect: Bool, accepted: Int) {
        let goesOn = suspects.accepted == accepted - 1
        suspects = (isSuspect ? (goesOn ? suspects.count + 1 : 1) : 0, accepted)
    }

    /// Records the speed of a segment beyond the limit, in metres per second.
    mutating func addFast(_ speed_mps: Double, accepted: Int) {
        fast = (speed_mps, accepted)
    }

    /// Whether the reported speeds contradicted every recent segment, so that they are not used.
    func isUnusable(after accepted: Int) -> Bool {
        suspects.count >= SpeedGate.suspectLimit && suspects.accepted == accepted
    }

    /// Returns the speed of the last segment in metres per second, if it was beyond the limit.
    func fastSpeed_mps(after accepted: Int) -> Double? {
        fast.accepted == accepted ? fast.speed_mps : nil
    }
}
