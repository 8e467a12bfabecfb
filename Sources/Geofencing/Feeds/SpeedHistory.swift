/// What the last steps tell of the speeds of a source. Fixes that are skipped are not asked: they agree
/// with the reported speeds and stay within the limit, so that any of them ends what is known here.
struct SpeedHistory: Sendable {
    /// Suspect steps in a row, and how many fixes were accepted by the last of them.
    private var suspects = (count: 0, accepted: 0)
    /// Metres per second of the last step beyond the limit, and how many fixes were accepted by it.
    private var fast = (speed_mps: 0.0, accepted: -1)

    /// Takes note of a step, with which so many fixes are accepted.
    ///
    /// - Parameters:
    ///   - isSuspect: whether the reported speeds do not allow it.
    ///   - limit_mps: metres per second that are accepted of any source; nil for no limit.
    mutating func note(
        isSuspect: Bool, speed_mps: Double, limit_mps: Double?, accepted: Int
    ) {
        let goesOn = suspects.accepted == accepted - 1
        suspects = (isSuspect ? (goesOn ? suspects.count + 1 : 1) : 0, accepted)
        if let limit_mps, speed_mps > limit_mps { fast = (speed_mps, accepted) }
    }

    /// Whether the reported speeds contradict every step of late, so that they tell nothing.
    func isUnusable(after accepted: Int) -> Bool {
        suspects.count >= SpeedGate.suspectLimit && suspects.accepted == accepted
    }

    /// Metres per second of the last step, where that was beyond the limit.
    func fastSpeed_mps(after accepted: Int) -> Double? {
        fast.accepted == accepted ? fast.speed_mps : nil
    }
}
