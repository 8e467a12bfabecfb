import Chronology

/// Crossings on ways of which nothing can be inferred.
extension Crossing {
    /// A crossing of any threshold on a way that took too long, or over which the receiver has jumped.
    ///
    /// Inlined with what it asks, or the step would be copied.
    init(onUnseenWay step: borrowing Step) {
        self.init(
            bracket: step.bracket, boot: step.fix.boot, method: .bracket, isJump: step.isJump)
        guard let before = step.before, !step.isJump else { return }
        takeMiddle(since: Adrift(since: before), of: step)
        gap_s = step.interval_s
    }

    /// A crossing while its state was unknown: only the bracket is known, and no time is given.
    init(lateSince adrift: Adrift, in step: borrowing Step) {
        let gap_s = step.gap_s(since: adrift)
        self.init(
            bracket: step.bracket(since: adrift), boot: step.fix.boot, gap_s: gap_s,
            method: .bracket, isLate: true, isJump: step.isJump)
        error_s = gap_s / 2
    }

    /// A crossing in a time of which the way cannot be inferred, as it is too long, floor or altitude
    /// were missing, or the fixes were too poor: the middle, with half of it as error.
    mutating func takeMiddle(since last: Adrift, of step: borrowing Step) {
        let half_s = step.gap_s(since: last) / 2
        method = .bracket
        error_s = half_s
        time = bracket?.before.advanced(bySeconds: half_s)
        boot = last.boot.advanced(bySeconds: step.fix.boot.seconds(since: last.boot) / 2)
        isDated = true
    }
}

extension Step {
    /// The times of a fix before and of this one, if both know theirs.
    func bracket(since last: Adrift) -> Transition.Bracket? {
        guard let start = last.time, let end = fix.update.time else { return nil }
        return Transition.Bracket(before: start, after: end)
    }

    /// Seconds between the two, by the boot clock where they know no time.
    fileprivate func gap_s(since last: Adrift) -> Double {
        bracket(since: last).map { $0.after.seconds(since: $0.before) }
            ?? fix.boot.seconds(since: last.boot)
    }
}
