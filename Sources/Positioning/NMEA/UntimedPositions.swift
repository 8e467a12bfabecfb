import Chronology

/// Gives positions without a time of their own the time of ZDA, as receivers mean it that tell the
/// time there alone. ZDA may come less often than positions: in between their own pace counts, which
/// a recording shows as well as a line.
struct UntimedPositions {
    /// Nanoseconds after a ZDA for which its time goes on.
    private static let reach: Int64 = 15_000_000_000

    private var told: UTCInstant?
    private var toldAt = BootInstant(nanoseconds: 0)
    /// Positions since the last ZDA.
    private var positions: Int64 = 0
    /// Nanoseconds between positions.
    private var period: Int64 = 1_000_000_000

    @inline(__always)
    init() {}

    /// Takes the time of a ZDA.
    mutating func note(_ time: UTCInstant, at now: BootInstant) {
        if let told, positions > 0 {
            let step = time.nanoseconds &- told.nanoseconds
            if step > 0, step <= Self.reach { period = step / positions }
        }
        told = time
        toldAt = now
        positions = 0
    }

    /// The time of the next position; nil when no ZDA came shortly before it.
    mutating func next(at now: BootInstant) -> UTCInstant? {
        guard let told else { return nil }
        let paced = positions &* period
        positions += 1
        let passed = now.nanoseconds &- toldAt.nanoseconds
        // What arrives at one instant, as all of a recording does, is told apart by its pace.
        let isPaced = passed == 0 || abs(passed &- paced) <= period / 2
        let elapsed = isPaced ? paced : passed
        guard elapsed <= Self.reach else { return nil }
        return UTCInstant(nanoseconds: told.nanoseconds &+ elapsed)
    }
}
