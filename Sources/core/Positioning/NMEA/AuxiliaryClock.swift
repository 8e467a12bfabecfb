/// The elapsed time by the clocks of the other instruments on the line. It is used because a
/// recording does not show when its sentences arrived.
struct AuxiliaryClock {
    /// Sentences, each with a time, after which an instrument whose clock did not advance is
    /// replaced: more than all instruments send with one time.
    private static let unheardAtMost = 24
    /// The longest step of a running clock in nanoseconds.
    private static let longestStep: Int64 = 15_000_000_000

    /// Nanoseconds elapsed since the start.
    private(set) var elapsed: Int64 = 0
    /// The sentence whose times are used: other kinds and talkers may show another time.
    private var key = EpochSentences.Key(kind: .rmc, talker: 0)
    /// The last time of day of that sentence; -1 before the first.
    private var timeOfDay: Int64 = -1
    /// The number of sentences since that clock advanced.
    private var unheard = 0

    @inline(__always)
    init() {}

    /// Adds the elapsed time. The absolute time of the clock does not matter.
    mutating func note(_ observation: Observation) {
        guard observation.timeOfDay >= 0 else { return }
        let key = EpochSentences.Key(kind: observation.kind, talker: observation.talker)
        if timeOfDay < 0 || key != self.key {
            guard timeOfDay < 0 || unheard == Self.unheardAtMost else {
                unheard += 1
                return
            }
            self.key = key
            unheard = 0
        } else {
            let step = TimedPosition.nanoseconds(from: timeOfDay, to: observation.timeOfDay)
            if step > 0, step <= Self.longestStep {
                elapsed += step
                unheard = 0
            } else if step <= 0, step >= -Self.longestStep {
                // A repetition, or a late sentence from another instrument with the same talker.
                return
            }
        }
        timeOfDay = observation.timeOfDay
    }
}
