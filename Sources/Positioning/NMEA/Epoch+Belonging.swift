/// Which sentences are of an epoch.
extension Epoch {
    /// Times of one epoch that are written with different precision differ by up to half a
    /// hundredth.
    private static let sameEpochNanoseconds: Int64 = 5_000_000

    /// Whether a position is of this epoch.
    @inline(__always)
    func isOf(_ observation: Observation) -> Bool {
        if observation.timeOfDay < 0 || timeOfDay < 0 { return isOfUntimed(observation) }
        return isSameTime(as: observation)
    }

    /// Whether a supplementary sentence belongs to the next position.
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

    /// Without times, each kind of sentence occurs once in an epoch, whatever its talker: a
    /// receiver that loses its fix often changes its talker. A sentence with a time starts a new
    /// epoch after a fix without one, and after the empty sentences of a cold start.
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
