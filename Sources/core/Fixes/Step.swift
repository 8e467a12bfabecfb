package import Chronology

/// The segment from one accepted fix to the next, with which fences are evaluated.
package struct Step: Sendable, Hashable {
    /// The fix before; nil for the first fix and after a time reset.
    package var before: AcceptedFix?
    /// The instant at which the last fix before a time reset arrived; nil for any other step.
    package var resetAfter: BootInstant?
    /// The fix at the end of the segment.
    package var fix: AcceptedFix
    /// An upper bound of the metres between the two fixes; 0 without a fix before.
    package var lengthBound_m = 0.0
    /// An upper bound of the metres travelled up to the fix since the source began.
    package var odometer_m = 0.0
    /// The seconds between the two fixes.
    package var interval_s = 0.0
    /// Whether the interval is too long for anything to be inferred from the segment.
    package var isBeyondGap = false
    /// The seconds since the fix before when the source was stale or the daemon was down in
    /// between; else nil.
    package var unknownFor_s: Double?
    /// Whether the interval without fixes was short enough for the segment across it to show when a
    /// fence was crossed.
    package var isBridged = false
    /// The stale limit of the source in seconds when the interval began.
    package var staleLimit_s = StaleLimit.least_s
    /// Whether the step is faster than the reported speed.
    package var isSuspect = false
    /// Whether the accuracy is far worse than usual for the source.
    package var isPoor = false
    /// Whether both fixes are at rest at one place, within their accuracies.
    package var isAtRest = false
    /// Whether the step ends a quarantine.
    package var isJump = false
    /// The poorer fix of the same instant that this one replaces and that was evaluated already.
    package var replaced: AcceptedFix?

    /// Creates the step to a fix.
    package init(before: AcceptedFix? = nil, fix: AcceptedFix) {
        self.before = before
        self.fix = fix
    }

    /// The length in metres of a segment with an unknown path above which possible passes are not
    /// searched for: too many fences lie along it for a report of each to be useful.
    package static var unknownSegmentLimit_m: Double { 2000 }

    /// Whether the fix replaces a poorer one of the same instant.
    package var isReplacement: Bool { replaced != nil }

    /// The fix that was evaluated before this one.
    package var lastEvaluated: AcceptedFix? { replaced ?? before }

    /// The instant at which the fix before arrived, also across a time reset; nil without one.
    package var bootBefore: BootInstant? { before?.boot ?? resetAfter }

    /// The seconds between the two fixes on the boot clock.
    package var bootInterval_s: Double { bootBefore.map { fix.boot.seconds(since: $0) } ?? 0 }

    /// Whether the segment between the two fixes may be treated as straight.
    package var isInterpolable: Bool { before != nil && !isBeyondGap && !isJump }
}
