import Chronology

/// The segment from one accepted fix to the next, with which fences are evaluated.
struct Step: Sendable, Hashable {
    /// The fix before; nil for the first fix and after a time reset.
    var before: AcceptedFix?
    /// The instant at which the last fix before a time reset came in; nil for any other step.
    var resetAfter: BootInstant?
    var fix: AcceptedFix
    /// An upper bound of the metres between the two fixes; 0 without a fix before.
    var lengthBound_m = 0.0
    /// An upper bound of the metres travelled up to the fix since the source began.
    var odometer_m = 0.0
    /// The seconds between the two fixes.
    var interval_s = 0.0
    /// Whether the interval is too long for anything to be inferred from the segment.
    var isBeyondGap = false
    /// The seconds since the fix before when the source was stale or the daemon was down in
    /// between; else nil.
    var unknownFor_s: Double?
    /// Whether the interval without fixes was short enough for the segment across it to show when a
    /// fence was crossed.
    var isBridged = false
    /// The seconds for which the fix before was believed: the stale limit when the interval began.
    var staleLimit_s = StaleLimit.least_s
    /// Whether the step is faster than the reported speed.
    var isSuspect = false
    /// Whether the accuracy is far worse than usual for the source.
    var isPoor = false
    /// Whether both fixes are at rest at one place, within their accuracies.
    var isAtRest = false
    /// Whether the step ends a quarantine.
    var isJump = false
    /// The poorer fix of the same instant that this one replaces and that was evaluated already.
    var replaced: AcceptedFix?

    @inline(__always)
    var isReplacement: Bool { replaced != nil }

    /// The fix that was evaluated before this one.
    @inline(__always)
    var lastEvaluated: AcceptedFix? { replaced ?? before }

    /// The instant at which the fix before came in, also across a time reset; nil without one.
    @inline(__always)
    var bootBefore: BootInstant? { before?.boot ?? resetAfter }

    /// The seconds between the two fixes on the boot clock.
    @inline(__always)
    var bootInterval_s: Double { bootBefore.map { fix.boot.seconds(since: $0) } ?? 0 }

    @inline(__always)
    var moment: Moment {
        Moment(boot: fix.boot, feed: fix.feed, isSuspect: isSuspect)
    }

    /// Whether the segment between the two fixes may be treated as straight.
    @inline(__always)
    var isInterpolable: Bool { before != nil && !isBeyondGap && !isJump }
}
