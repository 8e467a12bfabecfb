import Chronology

/// The date that an instrument tells whose positions do not count, for a lead that tells none. Once there
/// is one the calendar runs by itself, and only a clock that goes on against it is right in its place.
struct DateOfAnother {
    /// Nanoseconds that a local time may be from that of the lead for the date to be clear: with more it could
    /// be one of the other side of the Earth, on another day.
    private static let farthestZone: Int64 = 34_200 * 1_000_000_000
    /// Nanoseconds between two words of a clock that goes on.
    private static let longestStep: Int64 = 450 * 1_000_000_000
    /// So many words in a row against the calendar are not a mistake.
    private static let proof = 3

    /// Who told a date last, and which.
    private var talker: UInt16 = 0
    private var last: UTCInstant?
    /// How many of the last words put the lead on another day than the calendar does.
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
        guard timeOfDay >= 0, timeOfLead >= 0, goesOn(observation, in: &calendar) else { return }
        guard let told = last,
            abs(SpokenMoment.nanoseconds(from: timeOfLead, to: timeOfDay)) <= Self.farthestZone
        else { return }
        let system = calendar.systemTime.time(at: now)
        let time = ReceiverCalendar.nearest(timeOfDay: timeOfLead, to: told.nanoseconds)
        guard isPossible(time, doubts, system) else { return }
        if let known = calendar.time(at: now), isPossible(known, doubts, system) {
            let apart = abs(known.nanoseconds &- time.nanoseconds)
            contradictions = apart > Observation.nanosecondsPerDay / 2 ? contradictions + 1 : 0
            guard contradictions >= Self.proof else { return }
        }
        contradictions = 0
        calendar.anchor(at: time, now)
    }

    /// Whether a clock has gone on since its last word. One that has not is heard no more, so that another
    /// may be.
    private mutating func goesOn(
        _ observation: Observation, in calendar: inout ReceiverCalendar
    ) -> Bool {
        guard last == nil || observation.talker == talker else { return false }
        let before = last
        last = calendar.instant(date: observation.packedDate, timeOfDay: observation.timeOfDay)
        talker = observation.talker
        guard let last, let before else { return false }
        let step = last.nanoseconds &- before.nanoseconds
        if step <= 0 { self.last = nil }
        return step > 0 && step <= Self.longestStep
    }

    /// Whether a time can be true, by the system clock where that is known.
    private func isPossible(
        _ time: UTCInstant, _ doubts: TimeDoubt, _ system: UTCInstant?
    ) -> Bool {
        if let system, abs(time.nanoseconds &- system.nanoseconds) > Observation.nanosecondsPerDay {
            return false
        }
        return doubts.doubt(about: time, expected: nil, systemTime: system) == nil
    }
}
