/// How the receiver moved from the last accepted fix to the next one.
struct Displacement {
    /// Metres from the last fix, at least.
    var moved_m: Double
    /// The same in degrees of longitude and latitude; zero after a gap.
    var degrees = SIMD2<Double>.zero
    /// Metres travelled up to the fix.
    var odometer_m: Double
    /// Nanoseconds since the last fix by receiver time and on the boot clock.
    var interval_ns: Int64
    var elapsed_ns: Int64
    /// Whether nothing is inferred about the segment, which took too long.
    var isAfterGap = false

    /// Metres around the fix within which the segment to it lies.
    var sweep_m: Double { isAfterGap ? 0 : moved_m }
}

/// What has to be done with a fix, as far as a few comparisons tell.
enum SkipDecision {
    /// It is accepted and changes no state.
    case skip
    /// It is accepted; fences near it have to be evaluated.
    case evaluateNearby
    /// Every check and every fence has to be asked.
    case evaluateFully
}
