import Chronology

/// The way from one accepted fix to the next: what a judgement is made of.
struct Step: Sendable, Hashable {
    /// The fix before; nil for the first one and after a time reset.
    var before: AcceptedFix?
    /// When the last fix before a time reset came in; nil for any other step.
    var resetAfter: BootInstant?
    var fix: AcceptedFix
    /// At least the metres between the two; 0 without a fix before.
    var lengthBound_m = 0.0
    /// Metres travelled up to the fix since the feed began, at least.
    var odometer_m = 0.0
    /// Seconds between the two.
    var interval_s = 0.0
    /// Whether so much time lies between the two that nothing is inferred about the way.
    var isBeyondGap = false
    /// Seconds since the fix before, when feed or daemon were lost in between.
    var lostFor_s: Double?
    /// Whether the silence was so short that the segment across it tells when a fence was crossed.
    var isBridged = false
    /// Seconds that the fix before was believed: the stale limit when the interval began.
    var staleLimit_s = StaleLimit.least_s
    /// Whether the step is faster than the receiver says it moves.
    var isSuspect = false
    /// Whether the accuracy is far worse than the source usually has.
    var isPoor = false
    /// Whether both fixes are at rest at one place, as far as their accuracies tell.
    var isAtRest = false
    /// Whether the fix came out of quarantine.
    var isJump = false
    /// The poorer fix of the same instant that this one stands for and that was judged already.
    var replaced: AcceptedFix?

    @inline(__always)
    var isReplacement: Bool { replaced != nil }

    /// The fix that was judged before this one.
    @inline(__always)
    var lastJudged: AcceptedFix? { replaced ?? before }

    /// When the fix before came in, which a time reset does not touch; nil without one.
    @inline(__always)
    var bootBefore: BootInstant? { before?.boot ?? resetAfter }

    /// Seconds between the two on the boot clock.
    @inline(__always)
    var bootInterval_s: Double { bootBefore.map { fix.boot.seconds(since: $0) } ?? 0 }

    @inline(__always)
    var moment: Moment {
        Moment(boot: fix.boot, feed: fix.feed, isSuspect: isSuspect)
    }

    /// Whether the way between the two fixes may be taken for a straight one.
    @inline(__always)
    var isInterpolable: Bool { before != nil && !isBeyondGap && !isJump }
}
