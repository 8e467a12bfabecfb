/// The speeds of the last steps of a source. Skipped fixes are not recorded: they agree with the
/// reported speeds and are within the limit, so any of them ends a sequence recorded here.
struct SpeedHistory: Sendable {
    /// The number of consecutive suspect steps, and the number of accepted fixes at the last of
    /// them.
    private var suspects = (count: 0, accepted: 0)
    /// The speed of the last step beyond the limit in metres per second, and the number of accepted
    /// fixes at that step.
    private var fast = (speed_mps: 0.0, accepted: -1)

    /// Records a step.
    ///
    /// - Parameters:
    ///   - isSuspect: whether the reported speeds do not allow the step.
    ///   - limit_mps: the speed in metres per second that is accepted from any source; nil for no
    ///     limit.
    ///   - accepted: the number of accepted fixes including this one.
    mutating func note(
        isSuspect: Bool, speed_mps: Double, limit_mps: Double?, accepted: Int
    ) {
        let goesOn = suspects.accepted == accepted - 1
        suspects = (isSuspect ? (goesOn ? suspects.count + 1 : 1) : 0, accepted)
        if let limit_mps, speed_mps > limit_mps { fast = (speed_mps, accepted) }
    }

    /// Whether the reported speeds contradicted every recent step, so that they are not used.
    func isUnusable(after accepted: Int) -> Bool {
        suspects.count >= SpeedGate.suspectLimit && suspects.accepted == accepted
    }

    /// Returns the speed of the last step in metres per second, if it was beyond the limit.
    func fastSpeed_mps(after accepted: Int) -> Double? {
        fast.accepted == accepted ? fast.speed_mps : nil
    }
}
