/// Which sentences belong to an epoch.
extension Epoch {
    /// Times of one epoch with different numbers of digits differ by up to half a hundredth of a
    /// second.
    private static let sameEpochNanoseconds: Int64 = 5_000_000

    /// Whether a position belongs to this epoch.
    @inline(__always)
    func isOf(_ observation: Observation) -> Bool {
        if observation.timeOfDay < 0 || timeOfDay < 0 { return isOfUntimed(observation) }
        return isSameTime(as: observation)
    }

    /// Whether a supplementary sentence belongs to the next epoch.
    @inline(__always)
    func isOver(for observation: Observation) -> Bool {
        isDelivered || hasEnded
            || (observation.kind == .gst && observation.timeOfDay >= 0 && timeOfDay >= 0
                && !isSameTime(as: observation))
    }

    @inline(__always)
    private func isSameTime(as observation: Observation) -> Bool {
        abs(observation.timeOfDay &- timeOfDay) <= Self.sameEpochNanoseconds
    }

    /// Whether a position belongs to this epoch when one of them has no time. Each kind of sentence
    /// occurs once, whatever its talker: a receiver that loses its fix often changes its talker. A
    /// sentence with a time starts a new epoch after a fix or a cold start without times.
    @inline(never)
    private func isOfUntimed(_ observation: Observation) -> Bool {
        if hasEnded { return false }
        if observation.timeOfDay >= 0,
            isDelivered || (isVoid && observation.verdict == .valid)
        {
            return false
        }
        return !sentences.contains(observation.kind)
    }

    private var isVoid: Bool { isReportedVoid || verdict.overall == .void }
}
