import Chronology

/// The date of an instrument whose positions are not used, for a selected talker without dates.
/// Once set, the calendar advances with the times of day; only a clock that advances on another day
/// replaces a borrowed date.
struct BorrowedDate {
    /// The maximum difference in nanoseconds between the borrowed time and the time of the selected
    /// talker. A greater one could be from the other side of the Earth, on another day.
    private static let farthestZone: Int64 = 34_200 * 1_000_000_000
    /// The consecutive times on another day than the calendar that are no mistake; without a date,
    /// one less suffices.
    private static let proof = 3
    private var clocks = AuxiliaryClockSelector()
    /// The last date of the selected satellite receiver, or of an instrument that is as good.
    private var counted: UTCInstant?
    /// The number of consecutive steps of the clock that put the selected talker on another day
    /// than the calendar does.
    private var contradictions = 0

    /// Sets the date of the calendar from an advancing clock if the calendar has no plausible date,
    /// or a borrowed date that the clock contradicts repeatedly.
    ///
    /// - Parameters:
    ///   - observation: a sentence of another instrument, with a date.
    ///   - selectedTime: the time of day of the selected talker in nanoseconds; -1 when unknown.
    @inline(never)
    mutating func take(
        _ observation: Observation, besides selectedTime: Int64, calendar: inout ReceiverCalendar,
        doubts: TimeDoubt, at now: BootInstant
    ) {
        let timeOfDay = observation.timeOfDay
        guard timeOfDay >= 0, selectedTime >= 0,
            abs(TimedPosition.nanoseconds(from: selectedTime, to: timeOfDay)) <= Self.farthestZone,
            let borrowed = calendar.instant(date: observation.packedDate, timeOfDay: timeOfDay)
        else { return }
        let system = calendar.systemTime.time(at: now)
        let time = ReceiverCalendar.nearest(timeOfDay: selectedTime, to: borrowed.nanoseconds)
        guard isPossible(time, doubts, system) else { return }
        switch clocks.take(borrowed) {
        case .none: return
        case .takesOver: contradictions = 0
        case .advances: break
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

    /// Stores a date of the selected talker. No borrowed date replaces it while the talker may send
    /// it again, even if the receiver loses its fix and is selected again without a date.
    @inline(never)
    mutating func note(_ observation: Observation, calendar: inout ReceiverCalendar) {
        guard observation.timeOfDay >= 0 else { return }
        counted = calendar.instant(
            date: observation.packedDate, timeOfDay: observation.timeOfDay)
    }

    private func hasCounted(shortlyBefore known: UTCInstant) -> Bool {
        guard let counted else { return false }
        return abs(known.nanoseconds &- counted.nanoseconds) <= AuxiliaryClockSelector.longestStep
    }

    /// Whether a time is plausible, also by the system clock if its time is known.
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
