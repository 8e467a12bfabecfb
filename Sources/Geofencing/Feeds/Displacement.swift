/// How the receiver moved from the last accepted fix to the next one.
struct Displacement {
    /// Metres from the last fix, at least.
    var moved_m: Double
    /// Metres travelled up to the fix.
    var odometer_m: Double
    /// Nanoseconds since the last fix by receiver time and on the boot clock.
    var interval_ns: Int64
    var elapsed_ns: Int64
    /// Whether nothing is inferred about the segment, which took too long.
    var isAfterGap = false
}

/// What has to be done with a fix, as far as a few comparisons tell.
enum SkipDecision {
    /// Nothing: it is accepted and changes no state.
    case skipped
    /// It is an ordinary one, of which no check has to be asked.
    case ordinary(Displacement)
    /// Every check has to be asked.
    case unusual
}
