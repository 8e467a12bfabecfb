import Chronology

/// The date that an instrument tells whose positions do not count, for a lead that tells none. Once there
/// is one the calendar runs by itself, and only a clock that goes on against a date that was borrowed like
/// its own is right in its place.
struct DateOfAnother {
    /// Nanoseconds that a local time may be from that of the lead for the date to be clear: with more it could
    /// be one of the other side of the Earth, on another day.
    private static let farthestZone: Int64 = 34_200 * 1_000_000_000
    /// So many words in a row that go on against the calendar are not a mistake; where there is no date, one
    /// less.
    private static let proof = 3
    private var clocks = RunningClocks()
    /// The last date of a satellite receiver that leads, or of another that counts as one of the lead's own.
    private var counted: UTCInstant?
    /// How many of the last words that went on put the lead on another day than the calendar does.
    private var contradictions = 0

    /// Dates the times of day that follow by a clock that goes on, unless they have a date that can be true.
    ///
    /// - Parameters:
    ///   - observation: what the other tells, with a date.
    ///   - timeOfLead: the lead's time of day; -1 unknown.
    @inline(never)
    mutating func take(
        _ observation: Observation, besides timeOfLead: Int64, calendar: inout ReceiverCalendar,
        doubts: TimeDoubt, at now: BootInstant
    ) {
        let timeOfDay = observation.timeOfDay
        guard timeOfDay >= 0, timeOfLead >= 0,
            abs(SpokenMoment.nanoseconds(from: timeOfLead, to: timeOfDay)) <= Self.farthestZone,
            let told = calendar.instant(date: observation.packedDate, timeOfDay: timeOfDay)
        else { return }
        let system = calendar.systemTime.time(at: now)
        let time = ReceiverCalendar.nearest(timeOfDay: timeOfLead, to: told.nanoseconds)
        guard isPossible(time, doubts, system) else { return }
        switch clocks.hear(told) {
        case .none: return
        case .takesOver: contradictions = 0
        case .goesOn: break
        }
        var needed = Self.proof - 1
        if let known = calendar.time(at: now), isPossible(known, doubts, system) {
            guard !hasCounted(shortlyBefore: known),
                abs(known.nanoseconds &- time.nanoseconds) > Observation.nanosecondsPerDay / 2
            else { return contradictions = 0 }
            needed = Self.proof
        }
        contradictions += 1
        guard contradictions >= needed else { return }
        contradictions = 0
        calendar.anchor(at: time, now)
    }

    /// Takes note of a date that counts: nobody's clock is put in its place for as long as it may be told
    /// again, though the receiver has lost its fix meanwhile and leads anew without one.
    @inline(never)
    mutating func note(_ observation: Observation, calendar: inout ReceiverCalendar) {
        guard observation.timeOfDay >= 0 else { return }
        counted = calendar.instant(
            date: observation.packedDate, timeOfDay: observation.timeOfDay)
    }

    private func hasCounted(shortlyBefore known: UTCInstant) -> Bool {
        guard let counted else { return false }
        return abs(known.nanoseconds &- counted.nanoseconds) <= RunningClocks.longestStep
    }

    /// Whether a time can be true, by the system clock where that is known.
    private func isPossible(
        _ time: UTCInstant, _ doubts: TimeDoubt, _ system: UTCInstant?
    ) -> Bool {
        if let system,
            abs(time.nanoseconds &- system.nanoseconds) > Observation.nanosecondsPerDay / 2
        {
            return false
        }
        return doubts.doubt(about: time, expected: nil, systemTime: system) == nil
    }
}
