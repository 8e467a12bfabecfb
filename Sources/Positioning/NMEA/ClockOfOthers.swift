/// What the instruments beside the lead tell of the time that passes: recordings tell no arrivals.
struct ClockOfOthers {
    /// Sentences, each with a time, after which one whose clock did not go on is asked no more: more than all
    /// of them say of a moment.
    private static let unheardAtMost = 24
    /// The longest step, in nanoseconds, of a clock that runs.
    private static let longestStep: Int64 = 15_000_000_000

    /// Nanoseconds that have passed since the start.
    private(set) var elapsed: Int64 = 0
    /// Who tells the time: one kind of sentence of one of them, for others may show another.
    private var key = SentenceRoll.Key(kind: .rmc, talker: 0)
    /// What it told last; -1 for nobody.
    private var timeOfDay: Int64 = -1
    /// Sentences since it went on.
    private var unheard = 0

    @inline(__always)
    init() {}

    /// Counts the time that passes, whatever the clock shows.
    mutating func note(_ observation: Observation) {
        guard observation.timeOfDay >= 0 else { return }
        let key = SentenceRoll.Key(kind: observation.kind, talker: observation.talker)
        if timeOfDay < 0 || key != self.key {
            guard timeOfDay < 0 || unheard == Self.unheardAtMost else {
                unheard += 1
                return
            }
            self.key = key
            unheard = 0
        } else {
            let step = SpokenMoment.nanoseconds(from: timeOfDay, to: observation.timeOfDay)
            if step > 0, step <= Self.longestStep {
                elapsed += step
                unheard = 0
            } else if step <= 0, step >= -Self.longestStep {
                // Said again, or late, by another of that name.
                return
            }
        }
        timeOfDay = observation.timeOfDay
    }
}
