import Chronology

/// Computes times for positions without a time from ZDA, for receivers that send the time only
/// there. ZDA may be less frequent than positions: between two ZDA the usual interval between
/// positions is used, which works for a recording as well as for a line.
struct UntimedPositions {
    /// Nanoseconds after a ZDA during which its time is extrapolated.
    private static let reach: Int64 = 15_000_000_000

    /// The time of the last ZDA.
    private var zda: UTCInstant?
    private var zdaAt = BootInstant(nanoseconds: 0)
    /// The number of positions since the last ZDA.
    private var positions: Int64 = 0
    /// Nanoseconds between positions.
    private var period: Int64 = 1_000_000_000

    @inline(__always)
    init() {}

    /// Stores the time of a ZDA.
    mutating func note(_ time: UTCInstant, at now: BootInstant) {
        if let zda, positions > 0 {
            let step = time.nanoseconds &- zda.nanoseconds
            if step > 0, step <= Self.reach { period = step / positions }
        }
        zda = time
        zdaAt = now
        positions = 0
    }

    /// Returns the time of the next position; nil without a recent ZDA.
    mutating func next(at now: BootInstant) -> UTCInstant? {
        guard let zda else { return nil }
        let paced = positions &* period
        positions += 1
        let passed = now.nanoseconds &- zdaAt.nanoseconds
        // The positions of a recording all arrive at one instant; the interval gives them different
        // times.
        let isPaced = passed == 0 || abs(passed &- paced) <= period / 2
        let elapsed = isPaced ? paced : passed
        guard elapsed <= Self.reach else { return nil }
        return UTCInstant(nanoseconds: zda.nanoseconds &+ elapsed)
    }
}
