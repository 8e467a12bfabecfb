/// The movement of the receiver from the last accepted fix to the next one.
package struct Displacement {
    /// An upper bound of the metres from the last fix.
    package var moved_m: Double
    /// The metres travelled up to the fix.
    package var odometer_m: Double
    /// The nanoseconds since the last fix by receiver time, and on the boot clock.
    var interval_ns: Int64
    var elapsed_ns: Int64
    /// Whether the segment took too long for anything to be inferred from it.
    package var isAfterGap = false
}

/// The further handling of a fix, decided by a few comparisons.
package enum SkipDecision {
    /// The fix is accepted and changes no state.
    case skipped
    /// The fix is ordinary: it passes every check.
    case ordinary(Displacement)
    /// Every check has to be performed.
    case unusual
}
