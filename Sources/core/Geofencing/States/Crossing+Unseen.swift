import Chronology
import Fixes

/// Crossings on segments whose path is unknown.
extension Crossing {
    /// Creates a crossing of any threshold on a segment beyond the maximum gap, or with a jump.
    ///
    /// Inlined together with its callees, because the segment would be copied otherwise.
    init(onUnseenSegment segment: borrowing Segment) {
        self.init(
            bracket: segment.bracket, boot: segment.fix.boot, method: .bracket,
            isJump: segment.isJump)
        guard let before = segment.before, !segment.isJump else { return }
        takeMiddle(since: UnknownSince(since: before), of: segment)
        gap_s = segment.interval_s
    }

    /// Creates a crossing while the state was unknown: with a bracket, without a time.
    init(lateSince unknownSince: UnknownSince, in segment: borrowing Segment) {
        let gap_s = segment.gap_s(since: unknownSince)
        self.init(
            bracket: segment.bracket(since: unknownSince), boot: segment.fix.boot, gap_s: gap_s,
            method: .bracket, isLate: true, isJump: segment.isJump)
        error_s = gap_s / 2
    }

    /// Sets the time to the middle of the bracket, with half of the bracket as error. Used where
    /// the path is unknown: the time between the fixes is too long, floor or altitude were missing,
    /// or the fixes were too poor.
    mutating func takeMiddle(since last: UnknownSince, of segment: borrowing Segment) {
        let half_s = segment.gap_s(since: last) / 2
        method = .bracket
        error_s = half_s
        time = bracket?.before.advanced(bySeconds: half_s)
        boot = last.boot.advanced(bySeconds: segment.fix.boot.seconds(since: last.boot) / 2)
        isDated = true
    }
}

extension Segment {
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
