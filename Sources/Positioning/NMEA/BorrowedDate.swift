import Chronology

/// The date of an instrument whose positions are not used, for a selected talker without dates.
/// Once set, the calendar advances with the times of day; only a clock that advances on another day
/// replaces a borrowed date.
struct BorrowedDate {
    /// Nanoseconds that a local time may be from that of the selected talker for the date to be
    /// clear: a greater difference could be the other side of the Earth, on another day.
    private static let farthestZone: Int64 = 34_200 * 1_000_000_000
    /// So many times in a row that advance on another day than the calendar are no mistake; where
    /// there is no date, one less.
    private static let proof = 3
    private var clocks = AuxiliaryClockSelector()
    /// The last date of a satellite receiver that is selected, or of another instrument that is as
    /// good.
    private var counted: UTCInstant?
    /// How many of the last times that advanced put the selected talker on another day than the
    /// calendar does.
    private var contradictions = 0

    /// Dates the times of day that follow by a clock that advances, unless they have a date that
    /// can be true.
    ///
    /// - Parameters:
    ///   - observation: a sentence of another instrument, with a date.
    ///   - selectedTime: the time of day of the selected talker; -1 unknown.
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

    /// Notes a date of the selected talker: no borrowed date replaces it while the talker may send
    /// it again, even if the receiver loses its fix meanwhile and is selected again without a date.
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
