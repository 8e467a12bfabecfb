import Chronology
import Fixes

/// Crossings on segments whose path is unknown.
extension Crossing {
    /// Creates a crossing of any threshold on a segment beyond the maximum gap, or with a jump.
    ///
    /// Inlined together with its callees, because the step would be copied otherwise.
    init(onUnseenSegment step: borrowing Step) {
        self.init(
            bracket: step.bracket, boot: step.fix.boot, method: .bracket, isJump: step.isJump)
        guard let before = step.before, !step.isJump else { return }
        takeMiddle(since: UnknownSince(since: before), of: step)
        gap_s = step.interval_s
    }

    /// Creates a crossing while the state was unknown: with a bracket, without a time.
    init(lateSince unknownSince: UnknownSince, in step: borrowing Step) {
        let gap_s = step.gap_s(since: unknownSince)
        self.init(
            bracket: step.bracket(since: unknownSince), boot: step.fix.boot, gap_s: gap_s,
            method: .bracket, isLate: true, isJump: step.isJump)
        error_s = gap_s / 2
    }

    /// Sets the time to the middle of the bracket, with half of the bracket as error. Used where
    /// the path is unknown: the time between the fixes is too long, floor or altitude were missing,
    /// or the fixes were too poor.
    mutating func takeMiddle(since last: UnknownSince, of step: borrowing Step) {
        let half_s = step.gap_s(since: last) / 2
        method = .bracket
        error_s = half_s
        time = bracket?.before.advanced(bySeconds: half_s)
        boot = last.boot.advanced(bySeconds: step.fix.boot.seconds(since: last.boot) / 2)
        isDated = true
    }
}

extension Step {
    /// Returns the times of an earlier fix and of this one; nil unless both are known.
    func bracket(since last: UnknownSince) -> Transition.Bracket? {
        guard let start = last.time, let end = fix.update.time else { return nil }
        return Transition.Bracket(before: start, after: end)
    }

    /// Returns the seconds between an earlier fix and this one, by the boot clock where a receiver
    /// time is missing.
    fileprivate func gap_s(since last: UnknownSince) -> Double {
        bracket(since: last).map { $0.after.seconds(since: $0.before) }
            ?? fix.boot.seconds(since: last.boot)
    }
}
